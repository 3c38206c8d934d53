import { defineConfig } from 'vitest/config';

// Property tests run thousands of cases; on a busy machine that takes longer than the default.
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
