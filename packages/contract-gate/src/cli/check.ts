import { isPreRelease, nextVersion } from '../diff/comparison/bump.ts';
import { DocumentLoader } from '../documents/load-document.ts';
import { Failure } from '../repository/errors.ts';
import { checkInterface, checkRecords } from '../gate/check.ts';
import type { Complaint } from '../gate/violation.ts';
import { formatted } from '../diff/formats/formats.ts';
import { command } from '../diff/formats/github.ts';
import { interfaceNames } from '../repository/repository.ts';
import { type Command, readArguments } from './command.ts';

const usage = 'check [--today YYYY-MM-DD] [--format terminal|github]';

/**
 * Judges both contracts against their last release: difference, version, changelog, decisions,
 * sunsets, released files.
 */
export const checkCommand: Command = async ({ args, repository, today: now, print, complain }) => {
  const { values, positionals } = readArguments(
    args,
    { today: { type: 'string', default: now }, format: { type: 'string', default: 'terminal' } },
    usage,
  );
  const { today, format } = { today: String(values.today), format: String(values.format) };
  if (positionals.length > 0)
    throw new Failure(`check takes no '${positionals[0]}'. Usage: ${usage}`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today))
    throw new Failure(`'${today}' is not a day. Write it as YYYY-MM-DD.`);
  if (format !== 'terminal' && format !== 'github')
    throw new Failure(`There is no format '${format}' here. Say terminal or github.`);
  const loader = new DocumentLoader(repository);
  try {
    const complaints: Complaint[] = checkRecords(repository);
    const judgements = await Promise.all(
      interfaceNames.map((name) => checkInterface(name, repository, loader, today)),
    );
    const differences = judgements.map(({ difference }) => difference);
    print(formatted(differences, format));
    for (const { interface: name, base, changes, bump } of differences) {
      if (base !== undefined && isPreRelease(base.version) && changes.length > 0) {
        print(
          `${name} ${base.version} is a pre-release: a ${bump} change is listed, not refused. \`npm run release:contract -- ${name}\` releases it again, as ${nextVersion(base.version, bump)} if it was published.\n`,
        );
      }
    }
    complaints.push(...judgements.flatMap((judgement) => judgement.complaints));
    for (const { message, source, check } of complaints) {
      if (format === 'github') print(command('error', check, message, source));
      complain(`✗ ${message}\n`);
    }
    if (complaints.length === 0)
      print(
        'The contracts may be merged: version, changelog, decisions, sunsets and released files are as they should be.\n',
      );
    return complaints.length === 0 ? 0 : 1;
  } finally {
    await loader.close();
  }
};
