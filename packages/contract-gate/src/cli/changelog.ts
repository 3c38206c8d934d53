import { compareDocuments } from '../diff/compare.ts';
import { addEntry, changelogFile, parseChangelog } from '../documents/changelog.ts';
import { releasedDocument } from '../documents/released-document.ts';
import { draftEntry } from '../release/changelog-draft.ts';
import { writeFiles } from '../repository/write-files.ts';
import { type Command, type CommandContext, interfaceNamed, readArguments } from './command.ts';

const help = `Usage: npm run changelog -- (lastmile | marketplace) [--print]

Draft the changelog entry of a contract for its \`info.version\`, from the changes
since the last release. If the version already has an entry, print the draft
instead of writing it.

Options:
  --print  Print the draft instead of writing it
  --help   Print this help

Exit codes: 0 success, 2 the command could not run
`;

/**
 * Drafts the changelog entry of a contract for its `info.version`. Writes the draft to the
 * changelog. With `--print`, or if the version already has an entry, prints the draft instead.
 */
export const changelogCommand: Command = { help, run };

async function run({ args, repository, loader, print }: CommandContext) {
  const { values, positionals } = readArguments(
    args,
    { print: { type: 'boolean', default: false } },
    { max: 1, expected: 'one interface name' },
  );
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
        `\n${file} already has an entry for ${contract.version}, so nothing was written. Copy the missing items from the draft above.\n`,
      );
    return 0;
  }
  writeFiles(repository, new Map([[file, addEntry(markdown, contract.version, draft)]]));
  print(
    `${file}: drafted an entry for ${contract.version}. Combine related items, and write them for integrators.\n`,
  );
  return 0;
}
