import fc from 'fast-check';

const { FAST_CHECK_SEED: seed, FAST_CHECK_RUNS: count } = process.env;

// The same cases on every run. FAST_CHECK_SEED and FAST_CHECK_RUNS explore others.
fc.configureGlobal({ seed: Number(seed ?? 20261120) });

/** How often a property is tried, unless the environment says more. */
export const runs = (usual: number): { numRuns: number } => ({ numRuns: Number(count ?? usual) });
