import { defineConfig } from 'vitest/config';

// Some tests start processes or the compiler; on a busy machine that takes its time.
export default defineConfig({ test: { testTimeout: 60_000 } });
