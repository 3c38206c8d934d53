// node bench/faults.ts [--runs 10000] [--seed 1]: bookings against a server full of faults; exits
// with 1 when one was made twice or an error was not as typed.
import { parseArgs } from 'node:util';
import * as core from '../dist/esm/index.js';
import { type Core, faultyRuns } from './faulty-runs.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const started = Date.now();
const tally = await faultyRuns(core as unknown as Core, {
  runs: Number(values.runs),
  seed: Number(values.seed),
  parallel: 100,
});
const { findings, ...figures } = tally;
console.log(
  JSON.stringify(
    { seed: Number(values.seed), ...figures, seconds: Math.round((Date.now() - started) / 1000) },
    null,
    2,
  ),
);
for (const finding of findings.slice(0, 20)) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
