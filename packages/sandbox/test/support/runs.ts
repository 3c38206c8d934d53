import fc from 'fast-check';

const { FAST_CHECK_SEED: seed, FAST_CHECK_RUNS: count } = process.env;

// Without FAST_CHECK_SEED, every run of the tests uses the same cases.
fc.configureGlobal({ seed: Number(seed ?? 20261120) });

/** Returns the fast-check option for the number of cases: FAST_CHECK_RUNS, by default `usual`. */
export const runs = (usual: number): { numRuns: number } => ({ numRuns: Number(count ?? usual) });
