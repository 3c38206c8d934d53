import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The first call waits for a mock to compile its schemas; on a busy machine that takes its
    // time.
    testTimeout: 60_000,
    typecheck: { enabled: true, tsconfig: './tsconfig.json', include: ['test/**/*.test-d.ts'] },
  },
});
