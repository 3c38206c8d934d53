import { defineConfig } from 'vitest/config';

// Some tests start processes or the compiler, which is slow on a busy machine.
export default defineConfig({ test: { testTimeout: 60_000 } });
