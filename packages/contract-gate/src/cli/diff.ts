import { compareDocuments } from '../diff/compare.ts';
import { type Format, formatDifferences, formats } from '../diff/formats/formats.ts';
import { releasedDocument } from '../documents/released-document.ts';
import { UsageError } from '../repository/errors.ts';
import { interfaceNames } from '../repository/repository.ts';
import { type Command, interfaceNamed, readArguments } from './command.ts';

const usage =
  'diff [lastmile|marketplace | BASE REVISION] [--format terminal|markdown|json|github]';

/**
 * Prints the rated difference: of each interface to its last release, or of two files or git
 * revisions.
 */
export const diffCommand: Command = async ({
  args,
  repository,
  loader,
  cwd,
  print,
  printError,
}) => {
  const { values, positionals } = readArguments(
    args,
    { format: { type: 'string', default: 'terminal' } },
    usage,
  );
  const format = formatNamed(values.format);
  const [base, revision] = positionals;
  if (positionals.length > 2)
    throw new UsageError(`diff takes two documents, not ${positionals.length}. Usage: ${usage}`);
  if (base !== undefined && revision !== undefined) {
    const [before, after] = [await loader.named(base, cwd), await loader.named(revision, cwd)];
    for (const warning of [...before.warnings, ...after.warnings])
      printError(`warning: ${warning}\n`);
    print(formatDifferences([await compareDocuments(before, after, repository)], format));
    return 0;
  }
  const names = base === undefined ? interfaceNames : [interfaceNamed(base)];
  const differences = await Promise.all(
    names.map(async (name) =>
      compareDocuments(releasedDocument(repository, name), await loader.current(name), repository),
    ),
  );
  print(formatDifferences(differences, format));
  return 0;
};

function formatNamed(argument: unknown): Format {
  const format = formats.find((one) => one === argument);
  if (format === undefined)
    throw new UsageError(`There is no format '${String(argument)}'. Use ${formats.join(', ')}.`);
  return format;
}
