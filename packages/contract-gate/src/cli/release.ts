import { formatDifferences } from '../diff/formats/formats.ts';
import { checkInterface, checkRecords } from '../gate/check.ts';
import { prepareRelease } from '../release/prepare-release.ts';
import { UsageError } from '../repository/errors.ts';
import { writeFiles } from '../repository/write-files.ts';
import { type Command, interfaceNamed, readArguments } from './command.ts';

const usage = 'release lastmile|marketplace [--dry-run]';

/** Freezes the contract of an interface if the gate accepts it. Writes all files or none. */
export const releaseCommand: Command = async (context) => {
  const { args, repository, loader, today, print, printError } = context;
  const { values, positionals } = readArguments(
    args,
    { 'dry-run': { type: 'boolean', default: false } },
    usage,
  );
  if (positionals.length > 1) throw new UsageError(`release takes one interface. Usage: ${usage}`);
  const name = interfaceNamed(positionals[0]);
  const result = await checkInterface(name, repository, loader, today);
  const violations = [...checkRecords(repository), ...result.violations];
  if (violations.length > 0) {
    for (const { message } of violations) printError(`✗ ${message}\n`);
    printError(`${name} was not released, and nothing was changed. Fix the violations above.\n`);
    return 1;
  }
  const { version, sha256, file, packages, files } = prepareRelease(result, repository, today);
  print(formatDifferences([result.difference], 'terminal'));
  print(`\n${name} ${version}\n  ${file}  sha256 ${sha256}\n`);
  for (const [packageName, next] of packages) print(`  ${packageName} ${next}\n`);
  const prefix = values['dry-run'] ? 'would ' : '';
  for (const [path, text] of files)
    print(`  ${prefix}${text === null ? 'remove' : 'write'} ${path}\n`);
  if (values['dry-run']) {
    print('Nothing was written: this was a dry run.\n');
    return 0;
  }
  writeFiles(repository, files);
  print(`Released. Commit these files together as "Release ${name} ${version}".\n`);
  return 0;
};
