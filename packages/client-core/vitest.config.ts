import { defineConfig } from 'vitest/config';

// Property tests run 100 or more cases, which can take longer than the default timeout of 5 s.
export default defineConfig({
  test: { testTimeout: 60_000, setupFiles: ['./test/support/fixed-seed.ts'] },
});
