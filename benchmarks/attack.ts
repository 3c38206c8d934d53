// `npm run attack` attacks the mock, the clients, and the webhook verification.
import { Random } from '../tools/random.ts';
import { attacks } from './attack/attacks/index.ts';
import type { Attack, Finding } from './attack/context.ts';
import { weaken } from './attack/weaken/weaken.ts';
import { installedVersions, ownPackages } from './report/machine.ts';
import { type Measurements, measurePart, recordPart, resultsFile, row } from './report/results.ts';
import { flag, numberOption, runCommand, text, UsageError } from './shared/command.ts';
import { single } from './shared/statistics.ts';

const names = attacks.map(({ name }) => name);
const usage = `Usage: npm run attack [-- [ATTACK …] [options]]
       npm run attack -- weaken [ID …]

Attacks: ${names.join(', ')}. Default: all.
weaken: applies the mutations in attack/weaken/mutations.yaml to a copy of the repository, one at a
time, and prints a test that fails for each. ID: a mutation in this file. Default: all.

Options:
  --seed TEXT  Seed for the generated attempts (default: the current date in UTC)
  --runs N     Requests that the fuzz attack sends to each operation (default: 300). The number of
               attempts of the clients and signatures attacks is proportional to N
  --record     Write the results of all attacks to results.json

Exit codes: 0 success, 1 findings or a mutation without a failed test, 2 usage error`;
const maxPrintedFindings = 50;

await runCommand(usage, { seed: text, runs: text, record: flag }, async (values, positionals) => {
  const runs = numberOption('runs', values.runs, 300);
  if (positionals[0] === 'weaken') return weaken(positionals.slice(1));
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`Unknown attack '${unknown}'.`);
  if (values.record && positionals.length > 0)
    throw new UsageError('--record requires all attacks. Remove the attack names.');
  const { seed = new Date().toISOString().slice(0, 10) } = values;
  const selected = attacks.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const findings: Finding[] = [];
  const attackAll = async (): Promise<Measurements> => {
    console.log(`Seed ${seed}, Node.js ${process.versions.node}\n`);
    console.log('| Attack | Attempts | Seconds | Findings | |\n|---|--:|--:|--:|---|');
    const results: AttackResult[] = [];
    for (const attack of selected) {
      const result = await runAttack(attack, seed, runs);
      const { what, attempts, seconds, note } = result;
      const cells = [what, attempts, seconds.toFixed(1), result.findings.length, note ?? ''];
      console.log(`| ${cells.join(' | ')} |`);
      results.push(result);
      findings.push(...result.findings);
    }
    return measurementsOf(results, seed);
  };
  if (values.record) {
    recordPart('attack', await measurePart(attackAll));
    console.log(`\nWrote ${resultsFile}. To update the READMEs, run \`npm run bench -- readme\`.`);
  } else await attackAll();
  for (const { what, reproduce } of findings.slice(0, maxPrintedFindings))
    console.error(`\n✗ ${what}\n  ${reproduce}`);
  const hidden = findings.length - maxPrintedFindings;
  if (hidden > 0) console.error(`\n… and ${hidden} more.`);
  console.log(`\nFindings: ${findings.length}`);
  return findings.length === 0 ? 0 : 1;
});
// Some attacks leave connections open.
process.exit();

interface AttackResult {
  what: string;
  attempts: number;
  seconds: number;
  findings: Finding[];
  note: string | undefined;
}

async function runAttack(
  { name, title, run }: Attack,
  seed: string,
  runs: number,
): Promise<AttackResult> {
  const findings: Finding[] = [];
  let attempts = 0;
  const report = (what: string, reproduce: string): void =>
    void findings.push({ what: `${name}: ${what}`, reproduce });
  const count = (more = 1): void => {
    attempts += more;
  };
  const start = performance.now();
  let note: string | undefined;
  try {
    note = await run({ random: new Random(`${seed} ${name}`), runs, report, count });
  } catch (error) {
    const reproduce = `npm run attack -- ${name} --seed ${seed}`;
    report(`the attack failed: ${(error as Error).stack ?? error}`, reproduce);
  }
  const seconds = (performance.now() - start) / 1000;
  return { what: `${name}: ${title}`, attempts, seconds, findings, note };
}

function measurementsOf(results: readonly AttackResult[], seed: string): Measurements {
  return {
    versions: installedVersions(ownPackages),
    how: `All attacks, with the seed ${seed}.`,
    tables: [
      {
        id: 'attacks',
        title: 'Attempts and findings',
        columns: ['attempts', 'seconds', 'findings'],
        rows: results.map(({ what, attempts, seconds, findings }) =>
          row(what, '', {
            attempts: single(attempts),
            seconds: single(seconds),
            findings: single(findings.length),
          }),
        ),
      },
    ],
    notes: results.flatMap(({ what, note }) => (note === undefined ? [] : [`${what}: ${note}`])),
  };
}
