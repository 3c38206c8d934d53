// `npm run soak`: ten minutes of steady use with faults, and what it came to. `npm run soak --
// --minutes 1 --seed a --rate 5`.
import { parseArgs } from 'node:util';
import { measuredHere, record } from '../bench/lib/record.ts';
import { resultsFile } from '../bench/lib/results.ts';
import type { Measured } from '../bench/parts/part.ts';
import { command, Misuse } from '../command.ts';

const usage = `Usage: npm run soak [-- --minutes 10] [--seed TEXT] [--rate 20] [--record]
  --minutes  for how long, in real time
  --seed     what goes wrong, and when; another each time unless told otherwise
  --rate     stories in a second: bookings, orders, reads, menus
  --record   keeps what it came to in results.json; \`npm run bench -- readme\` puts it into the README`;

await command(usage, run);

async function run(): Promise<number> {
  const [text, flag] = [{ type: 'string' } as const, { type: 'boolean' } as const];
  const { values } = parseArgs({
    options: { minutes: text, seed: text, rate: text, record: flag, help: flag },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const [minutes, rate] = [Number(values.minutes ?? 10), Number(values.rate ?? 20)];
  if (!(minutes > 0 && minutes <= 1440 && rate > 0 && rate <= 1000))
    throw new Misuse('--minutes takes a number up to 1440, --rate one up to 1000.');
  const [{ soak }, { reportLines, measuredOf }] = await Promise.all([
    import('./soak.ts'),
    import('./report.ts'),
  ]);
  const seed = values.seed ?? Math.random().toString(36).slice(2, 10);
  console.log(`A soak of ${minutes} minutes at ${rate} stories a second, seed ${seed}.`);
  let isClean = false;
  const soakOnce = async (): Promise<Measured> => {
    const report = await soak({ seed, minutes, rate, say: (text) => console.error(text) });
    console.log(reportLines(report).join('\n'));
    isClean = report.tally.isClean;
    return measuredOf(
      report,
      `${minutes} minutes at up to ${rate} stories a second, seed ${seed}.`,
    );
  };
  if (values.record) {
    record('soak', await measuredHere(soakOnce));
    console.log(`${resultsFile} written. Next: npm run bench -- readme`);
  } else await soakOnce();
  return isClean ? 0 : 1;
}
