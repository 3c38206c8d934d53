import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pullRequestReport } from '../pull-request/report.ts';
import { UsageError } from '../repository/errors.ts';
import { type Command, readArguments } from './command.ts';

const usage = 'report --base REVISION --output FILE';

/** Writes the JSON report that the comment on a pull request is made from. */
export const reportCommand: Command = async (context) => {
  const { args, repository, loader, cwd, today, print } = context;
  const { values } = readArguments(
    args,
    { base: { type: 'string' }, output: { type: 'string' } },
    usage,
  );
  if (typeof values.base !== 'string' || typeof values.output !== 'string')
    throw new UsageError(`report needs a base revision and an output file. Usage: ${usage}`);
  const report = await pullRequestReport(values.base, repository, loader, today);
  writeFileSync(resolve(cwd, values.output), `${JSON.stringify(report)}\n`);
  print(
    `${values.output}: ${report.complaints.length} violation(s) in ${report.interfaces.length} interfaces.\n`,
  );
  return 0;
};
