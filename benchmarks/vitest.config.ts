import { defineConfig } from 'vitest/config';

// Some tests start processes; on a busy machine that takes its time.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'faults/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
