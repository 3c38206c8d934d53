import { DocumentLoader } from '../documents/load-document.ts';
import { Failure } from '../repository/errors.ts';
import { checkInterface, checkRecords } from '../gate/check.ts';
import { freeze } from '../release/freeze.ts';
import { formatted } from '../diff/formats/formats.ts';
import { interfaceNamed } from '../repository/repository.ts';
import { writeAll } from '../repository/write-files.ts';
import { type Command, readArguments } from './command.ts';

const usage = 'release lastmile|marketplace [--dry-run]';

/**
 * Freezes the contract of an interface, once the gate lets it through: all files of a release, or
 * none.
 */
export const releaseCommand: Command = async ({ args, repository, today, print, complain }) => {
  const { values, positionals } = readArguments(
    args,
    { 'dry-run': { type: 'boolean', default: false } },
    usage,
  );
  if (positionals.length > 1) throw new Failure(`release takes one interface. Usage: ${usage}`);
  const name = interfaceNamed(positionals[0]);
  const loader = new DocumentLoader(repository);
  try {
    const judgement = await checkInterface(name, repository, loader, today);
    const complaints = [...checkRecords(repository), ...judgement.complaints];
    if (complaints.length > 0) {
      for (const { message } of complaints) complain(`✗ ${message}\n`);
      complain(`${name} was not released, and nothing was changed. Mend what stands above.\n`);
      return 1;
    }
    const { version, sha256, file, packages, files } = freeze(judgement, repository, today);
    print(formatted([judgement.difference], 'terminal'));
    print(`\n${name} ${version}\n  ${file}  sha256 ${sha256}\n`);
    for (const [packageName, next] of packages) print(`  ${packageName} ${next}\n`);
    for (const [path, text] of files)
      print(
        `  ${values['dry-run'] ? 'would ' : ''}${text === null ? 'remove' : 'write'} ${path}\n`,
      );
    if (values['dry-run']) {
      print('Nothing was written: this was a dry run.\n');
      return 0;
    }
    writeAll(repository, files);
    print(`Released. Commit these files together as "Release ${name} ${version}".\n`);
    return 0;
  } finally {
    await loader.close();
  }
};
