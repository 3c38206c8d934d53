import { defineConfig } from 'vitest/config';

// On a busy machine, tests that start processes or send thousands of requests can exceed the
// default timeout of 5 s.
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
