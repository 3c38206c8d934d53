import { defineConfig } from 'vitest/config';

// Property tests run thousands of cases, which is slow on a busy machine.
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
