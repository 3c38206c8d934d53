import { defineConfig } from 'vitest/config';

// Properties draw a few hundred cases; on a busy machine they need more than the five seconds of a
// single one.
export default defineConfig({
  test: { testTimeout: 60_000, setupFiles: ['./test/support/fixed-seed.ts'] },
});
