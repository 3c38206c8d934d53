// `npm run attack`: attacks the mock, the clients and the webhook check, prints a table, and ends
// with 1 on a finding.
// `npm run attack -- wire tenants` makes those attacks alone; `npm run attack -- weaken` shows
// which test catches which weakened check.
import { parseArgs } from 'node:util';
import { versionsOf, whole } from '../bench/lib/machine.ts';
import { measuredHere, record } from '../bench/lib/record.ts';
import { once, resultsFile, row } from '../bench/lib/results.ts';
import type { Measured } from '../bench/parts/part.ts';
import { command, Misuse } from '../command.ts';
import type { Attack, Finding } from './attack.ts';
import { attacks } from './attacks/index.ts';
import { Random } from './random.ts';

const names = attacks.map(({ name }) => name);
const usage = `Usage: npm run attack [-- ATTACK … [--seed TEXT] [--runs N] [--record]]
  ATTACK       ${names.join(', ')}; all of them where none is named
               or weaken [NAME …]: weakens one check after the other in a copy, and names the test that turns red
  --seed TEXT  makes the generated part repeat; the current one is printed (default: another each day)
  --runs N     generated attempts for each operation or client (default 300)
  --record     keeps the figures of all attacks in results.json; \`npm run bench -- readme\` puts them into the README`;

await command(usage, run);
process.exit();

async function run(): Promise<number> {
  const [text, flag] = [{ type: 'string' } as const, { type: 'boolean' } as const];
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seed: text, runs: text, record: flag, help: flag },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (values.runs !== undefined && !/^[1-9]\d{0,6}$/.test(values.runs))
    throw new Misuse(`--runs takes a whole number, not '${values.runs}'.`);
  if (positionals[0] === 'weaken')
    return (await import('./weaken/run.ts')).weaken(positionals.slice(1));
  const unknown = positionals.find((one) => !names.includes(one));
  if (unknown !== undefined) throw new Misuse(`There is no attack '${unknown}'.`);
  if (values.record && positionals.length > 0)
    throw new Misuse('--record keeps all attacks, so name none.');
  const seed = values.seed ?? new Date().toISOString().slice(0, 10);
  const chosen =
    positionals.length === 0 ? attacks : attacks.filter(({ name }) => positionals.includes(name));
  const made: Made[] = [];
  const attackAll = async (): Promise<Measured> => {
    console.log(
      `Seed ${seed}, Node ${process.versions.node}\n\n| Attack | Tried | Seconds | Findings | |\n|---|--:|--:|--:|---|`,
    );
    for (const attack of chosen) {
      const one = await make(attack, seed, Number(values.runs ?? 300));
      console.log(
        `| ${one.what} | ${one.tried} | ${one.seconds.toFixed(1)} | ${one.findings.length} | ${one.remark ?? ''} |`,
      );
      made.push(one);
    }
    return measuredOf(made, seed);
  };
  if (values.record) {
    record('attack', await measuredHere(attackAll));
    console.log(`\n${resultsFile} written. Next: npm run bench -- readme`);
  } else await attackAll();
  const found = made.flatMap(({ findings }) => findings);
  for (const { what, repeat } of found.slice(0, 50)) console.error(`\n✗ ${what}\n  ${repeat}`);
  if (found.length > 50) console.error(`\n… and ${found.length - 50} more.`);
  console.log(found.length === 0 ? '\nNothing was found.' : `\n${found.length} findings.`);
  return found.length === 0 ? 0 : 1;
}

/** What one attack came to. */
interface Made {
  what: string;
  tried: number;
  seconds: number;
  findings: Finding[];
  remark: string | undefined;
}

async function make(
  { name, title, run: begin }: Attack,
  seed: string,
  runs: number,
): Promise<Made> {
  const findings: Finding[] = [];
  let count = 0;
  const begun = performance.now();
  const tell = (what: string, repeat: string): void =>
    void findings.push({ what: `${name}: ${what}`, repeat });
  const tried = (more = 1): void => {
    count += more;
  };
  let remark: string | undefined;
  try {
    remark = await begin({ random: new Random(`${seed} ${name}`), runs, tell, tried });
  } catch (error) {
    tell(
      `the attack itself broke off: ${(error as Error).stack ?? error}`,
      `npm run attack -- ${name} --seed ${seed}`,
    );
  }
  return {
    what: `${name}: ${title}`,
    tried: count,
    seconds: (performance.now() - begun) / 1000,
    findings,
    remark,
  };
}

function measuredOf(made: readonly Made[], seed: string): Measured {
  return {
    versions: versionsOf(whole),
    how: `All attacks, with the seed ${seed}.`,
    tables: [
      {
        id: 'attacks',
        title: 'Attacks',
        columns: ['tried', 'seconds', 'findings'],
        rows: made.map(({ what, tried, seconds, findings }) =>
          row(what, '', {
            tried: once(tried),
            seconds: once(seconds),
            findings: once(findings.length),
          }),
        ),
      },
    ],
    notes: made.flatMap(({ what, remark }) => (remark === undefined ? [] : [`${what}: ${remark}`])),
  };
}
