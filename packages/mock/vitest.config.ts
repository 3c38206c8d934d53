import { defineConfig } from 'vitest/config';

// Some tests start processes and ask a thousand questions; on a busy machine that takes its time.
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
