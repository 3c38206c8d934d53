import { compareDocuments } from '../diff/compare.ts';
import { addEntry, changelogFile, parseChangelog } from '../documents/changelog.ts';
import { releasedDocument } from '../documents/released-document.ts';
import { draftEntry } from '../release/changelog-draft.ts';
import { UsageError } from '../repository/errors.ts';
import { writeFiles } from '../repository/write-files.ts';
import { type Command, interfaceNamed, readArguments } from './command.ts';

const usage = 'changelog lastmile|marketplace [--print]';

/**
 * Drafts the changelog entry of the current version. Writes it to the changelog if the version has
 * no entry, otherwise to the terminal.
 */
export const changelogCommand: Command = async ({ args, repository, loader, print }) => {
  const { values, positionals } = readArguments(
    args,
    { print: { type: 'boolean', default: false } },
    usage,
  );
  if (positionals.length > 1)
    throw new UsageError(`changelog takes one interface. Usage: ${usage}`);
  const name = interfaceNamed(positionals[0]);
  const current = await loader.current(name);
  const base = releasedDocument(repository, name);
  const { contract } = current;
  const draft = draftEntry(await compareDocuments(base, current, repository), contract);
  const file = changelogFile(name);
  const markdown =
    repository.readIfExists(file) ??
    `# Changelog of the ${contract.title} interface\n\nNewest first.\n`;
  const hasEntry = parseChangelog(markdown).some(({ version }) => version === contract.version);
  if (hasEntry || values.print) {
    print(`${draft}\n`);
    if (hasEntry)
      print(
        `\n${file} already has an entry for ${contract.version}, so nothing was written. Copy what is missing.\n`,
      );
    return 0;
  }
  writeFiles(repository, new Map([[file, addEntry(markdown, contract.version, draft)]]));
  print(
    `${file}: drafted an entry for ${contract.version}. Combine related points, and write them for integrators.\n`,
  );
  return 0;
};
