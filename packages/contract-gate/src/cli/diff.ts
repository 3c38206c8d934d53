import { compareDocuments } from '../diff/compare.ts';
import { DocumentLoader } from '../documents/load-document.ts';
import { Failure } from '../repository/errors.ts';
import { releasedDocument } from '../documents/released-document.ts';
import { type Format, formats, formatted } from '../diff/formats/formats.ts';
import { interfaceNamed, interfaceNames } from '../repository/repository.ts';
import { type Command, readArguments } from './command.ts';

const usage =
  'diff [lastmile|marketplace | BASE REVISION] [--format terminal|markdown|json|github]';

/**
 * Shows the rated difference: of each interface to its last release, or of any two files or git
 * revisions.
 */
export const diffCommand: Command = async ({ args, repository, cwd, print }) => {
  const { values, positionals } = readArguments(
    args,
    { format: { type: 'string', default: 'terminal' } },
    usage,
  );
  const format = formatNamed(values.format);
  if (positionals.length > 2)
    throw new Failure(`diff takes two documents, not ${positionals.length}. Usage: ${usage}`);
  const loader = new DocumentLoader(repository);
  try {
    const [base, revision] = positionals;
    const differences =
      base !== undefined && revision !== undefined
        ? [
            await compareDocuments(
              await loader.named(base, cwd),
              await loader.named(revision, cwd),
              repository,
            ),
          ]
        : await Promise.all(
            (base === undefined ? interfaceNames : [interfaceNamed(base)]).map(async (name) =>
              compareDocuments(
                releasedDocument(repository, name),
                await loader.current(name),
                repository,
              ),
            ),
          );
    print(formatted(differences, format));
    return 0;
  } finally {
    await loader.close();
  }
};

function formatNamed(word: unknown): Format {
  if (typeof word === 'string' && Object.hasOwn(formats, word)) return word as Format;
  throw new Failure(
    `There is no format '${String(word)}'. Say ${Object.keys(formats).join(', ')}.`,
  );
}
