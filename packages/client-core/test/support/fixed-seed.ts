import fc from 'fast-check';

// A fixed seed makes runs reproducible. FAST_CHECK_SEED and FAST_CHECK_RUNS select other cases.
fc.configureGlobal({
  seed: Number(process.env.FAST_CHECK_SEED ?? 20261120),
  ...(process.env.FAST_CHECK_RUNS && { numRuns: Number(process.env.FAST_CHECK_RUNS) }),
});
