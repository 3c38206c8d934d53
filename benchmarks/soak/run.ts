// `npm run soak`: ten minutes of steady use with faults, and what it came to. `npm run soak -- --minutes 1 --seed a --rate 5`.
import { parseArgs } from 'node:util';
import { command, Misuse } from '../command.ts';

const usage = `Usage: npm run soak [-- --minutes 10] [--seed TEXT] [--rate 20]
  --minutes  for how long, in real time
  --seed     what goes wrong, and when; another each time unless told otherwise
  --rate     stories in a second: bookings, orders, reads, menus`;

await command(usage, run);

async function run(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { minutes: text, seed: text, rate: text, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const [minutes, rate] = [Number(values.minutes ?? 10), Number(values.rate ?? 20)];
  if (!(minutes > 0 && minutes <= 1440 && rate > 0 && rate <= 1000))
    throw new Misuse('--minutes takes a number up to 1440, --rate one up to 1000.');
  const [{ soak }, { reportLines }] = await Promise.all([import('./soak.ts'), import('./report.ts')]);
  const seed = values.seed ?? Math.random().toString(36).slice(2, 10);
  console.log(`A soak of ${minutes} minutes at ${rate} stories a second, seed ${seed}.`);
  const report = await soak({ seed, minutes, rate, say: (text) => console.error(text) });
  console.log(reportLines(report).join('\n'));
  return report.tally.isClean ? 0 : 1;
}
