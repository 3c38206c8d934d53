// `npm run soak` runs a sandbox, both clients, and a receiver under load, with injected faults.
import { type Measurements, measurePart, recordPart, resultsFile } from './report/results.ts';
import { flag, numberOption, runCommand, text } from './shared/command.ts';
import { measurementsOf, reportLines } from './soak/report.ts';
import { runSoak } from './soak/run-soak.ts';

const usage = `Usage: npm run soak [-- options]

Runs a sandbox, both clients and a webhook receiver under load, with injected faults. Then checks
the results for defects.

Options:
  --minutes N  Duration of the load, in real minutes, without the checks (default: 10)
  --seed TEXT  Seed for the tasks and faults (default: random)
  --rate N     Maximum number of tasks per second. A task is a booking, order, estimate, read or menu
               (default: 20)
  --record     Write the result to results.json

Exit codes: 0 success, 1 defects or an error, 2 usage error`;

const options = { minutes: text, seed: text, rate: text, record: flag };

await runCommand(usage, options, async (values) => {
  const range = { minimum: 0.01, isInteger: false };
  const minutes = numberOption('minutes', values.minutes, 10, { ...range, maximum: 1440 });
  const rate = numberOption('rate', values.rate, 20, { ...range, maximum: 1000 });
  const { seed = Math.random().toString(36).slice(2, 10) } = values;
  const description = `${minutes} minutes at up to ${rate} tasks per second, seed ${seed}.`;
  console.log(`Soak: ${description}`);
  let hasDefects = true;
  const soak = async (): Promise<Measurements> => {
    const result = await runSoak({ seed, minutes, rate, log: (line) => console.error(line) });
    console.log(reportLines(result).join('\n'));
    hasDefects = result.recorder.hasDefects;
    return measurementsOf(result, description);
  };
  if (values.record) {
    recordPart('soak', await measurePart(soak));
    console.log(`Wrote ${resultsFile}. To update the READMEs, run \`npm run bench -- readme\`.`);
  } else await soak();
  return hasDefects ? 1 : 0;
});
