import { compareDocuments } from '../diff/compare.ts';
import { type Format, formatDifferences, formats } from '../diff/formats/formats.ts';
import { releasedDocument } from '../documents/released-document.ts';
import { UsageError } from '../repository/errors.ts';
import { interfaceNames } from '../repository/repository.ts';
import { type Command, type CommandContext, interfaceNamed, readArguments } from './command.ts';

const help = `Usage: npm run diff -- [lastmile | marketplace]
       npm run diff -- BASE REVISION

Compare contracts, and rate each change as major, minor or patch. Without arguments,
compare both contracts with their last release. With an interface name, compare only
its contract. BASE and REVISION are files, or files in git revisions, such as
main:specs/lastmile.yaml.

Options:
  --format FORMAT  Output format: terminal, markdown, json, or github (default: terminal).
                   github prints annotations for GitHub Actions: major and minor changes, at most ten
  --help           Print this help

Exit codes: 0 success, 2 the command could not run
`;

/**
 * Prints the rated changes of each interface since its last release, or the changes between two
 * documents: files, or files in git revisions.
 */
export const diffCommand: Command = { help, run };

async function run({ args, repository, loader, cwd, print, printError }: CommandContext) {
  const { values, positionals } = readArguments(
    args,
    { format: { type: 'string', default: 'terminal' } },
    { max: 2, expected: 'an interface name or two documents' },
  );
  const format = formatNamed(values.format);
  const [base, revision] = positionals;
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
}

function formatNamed(argument: unknown): Format {
  const format = formats.find((one) => one === argument);
  if (format === undefined)
    throw new UsageError(`Unknown format '${String(argument)}'. Use ${formats.join(', ')}.`);
  return format;
}
