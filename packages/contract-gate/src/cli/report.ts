import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pullRequestReport } from '../pull-request/report.ts';
import { UsageError } from '../repository/errors.ts';
import { type Command, type CommandContext, readArguments } from './command.ts';

const help = `Usage: npm run gate -w @delivery-api/contract-gate -- report --base REVISION --output FILE

Write the report for the comment on a pull request.

Options:
  --base REVISION  Commit that the pull request is based on
  --output FILE    JSON file to write
  --help           Print this help

Exit codes: 0 success, 2 the command could not run
`;

/** Writes the JSON report for the comment on a pull request. */
export const reportCommand: Command = { help, run };

async function run(context: CommandContext) {
  const { args, repository, loader, cwd, today, print } = context;
  const { values } = readArguments(args, {
    base: { type: 'string' },
    output: { type: 'string' },
  });
  if (typeof values.base !== 'string' || typeof values.output !== 'string')
    throw new UsageError(
      'Specify a base revision with `--base` and an output file with `--output`.',
    );
  const report = await pullRequestReport(values.base, repository, loader, today);
  writeFileSync(resolve(cwd, values.output), `${JSON.stringify(report)}\n`);
  print(
    `Wrote ${values.output}. Interfaces: ${report.interfaces.length}; violations: ${report.complaints.length}.\n`,
  );
  return 0;
}
