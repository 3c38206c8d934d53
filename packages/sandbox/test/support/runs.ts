import fc from 'fast-check';

const { FAST_CHECK_SEED: seed, FAST_CHECK_RUNS: count } = process.env;

// Without FAST_CHECK_SEED, every run of the tests uses the same cases.
fc.configureGlobal({ seed: Number(seed ?? 20261120) });

/** Returns the number of cases for a property: FAST_CHECK_RUNS if it is set, otherwise `usual`. */
export const runs = (usual: number): { numRuns: number } => ({ numRuns: Number(count ?? usual) });
