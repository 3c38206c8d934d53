import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/browser/*.test.ts'],
    globalSetup: ['test/support/browser/served-site.ts'],
    // A browser on a busy machine takes its time; none of these is ever waited for in full when all
    // is well.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    fileParallelism: false,
  },
});
