import { changelogFile, entries, withEntry } from '../documents/changelog.ts';
import { draftEntry } from '../release/changelog-draft.ts';
import { compareDocuments } from '../diff/compare.ts';
import { DocumentLoader } from '../documents/load-document.ts';
import { Failure } from '../repository/errors.ts';
import { releasedDocument } from '../documents/released-document.ts';
import { interfaceNamed } from '../repository/repository.ts';
import { writeAll } from '../repository/write-files.ts';
import { type Command, readArguments } from './command.ts';

const usage = 'changelog lastmile|marketplace [--print]';

/**
 * Drafts the changelog entry of the current version: into the file where there is none yet, to the
 * terminal where there is.
 */
export const changelogCommand: Command = async ({ args, repository, print }) => {
  const { values, positionals } = readArguments(
    args,
    { print: { type: 'boolean', default: false } },
    usage,
  );
  if (positionals.length > 1) throw new Failure(`changelog takes one interface. Usage: ${usage}`);
  const name = interfaceNamed(positionals[0]);
  const loader = new DocumentLoader(repository);
  try {
    const current = await loader.current(name);
    const difference = await compareDocuments(
      releasedDocument(repository, name),
      current,
      repository,
    );
    const draft = draftEntry(difference, current.contract);
    const file = changelogFile(name);
    const { version } = current.contract;
    const markdown = repository.exists(file)
      ? repository.read(file)
      : `# Changelog of the ${current.contract.title} interface\n\nNewest first.\n`;
    const known = entries(markdown).some((entry) => entry.version === version);
    if (known || values.print) {
      print(`${draft}\n`);
      if (known)
        print(
          `\n${file} has an entry for ${version} already, so nothing was written. Take over what is missing.\n`,
        );
      return 0;
    }
    writeAll(repository, new Map([[file, withEntry(markdown, version, draft)]]));
    print(
      `${file}: drafted an entry for ${version}. Put together what belongs together, and say it in the words of an integrator.\n`,
    );
    return 0;
  } finally {
    await loader.close();
  }
};
