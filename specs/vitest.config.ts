import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['rules/**/*.test.js', 'test/**/*.test.ts'],
    isolate: false,
    testTimeout: 30_000,
  },
});
