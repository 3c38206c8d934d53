import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DocumentLoader } from '../documents/load-document.ts';
import { Failure } from '../repository/errors.ts';
import { pullRequestReport } from '../pull-request/report.ts';
import { type Command, readArguments } from './command.ts';

const usage = 'report --base REVISION --output FILE';

/** Writes the JSON from which the comment on a pull request is made. */
export const reportCommand: Command = async ({ args, repository, cwd, today, print }) => {
  const { values } = readArguments(
    args,
    { base: { type: 'string' }, output: { type: 'string' } },
    usage,
  );
  if (typeof values.base !== 'string' || typeof values.output !== 'string')
    throw new Failure(`report needs a base revision and a file to write. Usage: ${usage}`);
  const loader = new DocumentLoader(repository);
  try {
    const report = await pullRequestReport(values.base, repository, loader, today);
    writeFileSync(resolve(cwd, values.output), `${JSON.stringify(report)}\n`);
    print(
      `${values.output}: ${report.complaints.length} complaint(s) about ${report.interfaces.length} interfaces.\n`,
    );
    return 0;
  } finally {
    await loader.close();
  }
};
