import { defineConfig } from 'vitest/config';

// A browser on a busy machine takes its time; none of these is ever waited for in full when all is
// well.
export default defineConfig({
  test: {
    include: ['test-browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    fileParallelism: false,
  },
});
