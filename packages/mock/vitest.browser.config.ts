import { defineConfig } from 'vitest/config';

// A browser is slow on a busy machine. Tests that pass do not wait for these timeouts.
export default defineConfig({
  test: {
    include: ['test-browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    fileParallelism: false,
  },
});
