import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The first call waits until the mock has compiled its schemas.
    testTimeout: 60_000,
    typecheck: { enabled: true, tsconfig: './tsconfig.json', include: ['test/**/*.test-d.ts'] },
  },
});
