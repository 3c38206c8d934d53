import fc from 'fast-check';

// The same cases on every run. FAST_CHECK_SEED and FAST_CHECK_RUNS explore others.
fc.configureGlobal({
  seed: Number(process.env.FAST_CHECK_SEED ?? 20261120),
  ...(process.env.FAST_CHECK_RUNS && { numRuns: Number(process.env.FAST_CHECK_RUNS) }),
});
