// Lints one interface with the strict rules of Redocly and our own: `node lint.ts lastmile`. Also
// fails on warnings.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { interfaceArgument, redocly, repository } from './redocly.ts';

const name = interfaceArgument('lint.ts');
const entry = `specs/${name}.yaml`;
if (!existsSync(join(repository, entry))) {
  console.error(`${entry} is missing, so there is nothing to lint. Restore the entry document.`);
  process.exit(1);
}
const format = process.env.GITHUB_ACTIONS ? 'github-actions' : 'stylish';
const run = redocly(
  'lint',
  name,
  `--format=${format}`,
  '--lint-config=error',
  '--max-problems=1000',
);
process.stdout.write(run.stdout);
process.stderr.write(run.stderr);
const warnings = /You have (\d+) warnings?/.exec(run.stderr + run.stdout);
if (run.status !== 0 || warnings !== null) {
  console.error(`${entry}: fix the problems above.`);
  process.exit(1);
}
