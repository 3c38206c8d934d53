import { readFileSync } from 'node:fs';
import { formatDifferences } from '../diff/formats/formats.ts';
import { hashesFile, readHashes } from '../documents/release-hashes.ts';
import { checkInterface, checkRecords } from '../gate/check.ts';
import { prepareRelease, type Release } from '../release/prepare-release.ts';
import { publicPackages } from '../release/workspaces.ts';
import { interfaceNames } from '../repository/repository.ts';
import { writeFiles } from '../repository/write-files.ts';
import { type Command, type CommandContext, readArguments } from './command.ts';

const help = `Usage: npm run release -- [--dry-run]

Check the contracts with the contract gate, without its package checks. Then
write the release of all changed contracts and packages: their versions,
changelogs and released documents.

Options:
  --dry-run  List the files that the command would write or remove
  --help     Print this help

Exit codes: 0 success, 1 rejected by the gate, 2 the command could not run
`;

/**
 * Writes the release of all changed contracts and packages, and their dependents, if the gate
 * accepts the contracts. Writes all files or none.
 */
export const releaseCommand: Command = { help, run };

async function run(context: CommandContext) {
  const { args, repository, loader, builder, today, print, printError } = context;
  const { values } = readArguments(args, {
    'dry-run': { type: 'boolean', default: false },
  });
  const results = [];
  for (const name of interfaceNames)
    results.push(await checkInterface(name, repository, loader, today));
  const violations = [
    ...checkRecords(repository),
    ...results.flatMap((result) => result.violations),
  ];
  if (violations.length > 0) {
    for (const { message } of violations) printError(`✗ ${message}\n`);
    printError('Nothing was released, and no file was changed. Fix the violations above.\n');
    return 1;
  }
  await builder.build();
  const release = await prepareRelease(results, repository, builder, today);
  if (release.files.size === 0) {
    print('There is nothing to release: no contract and no package has changed.\n');
    return 0;
  }
  const frozen = new Set(release.contracts.map((one) => one.interface));
  print(
    formatDifferences(
      results.map(({ difference }) => difference).filter((one) => frozen.has(one.interface)),
      'terminal',
    ),
  );
  for (const { interface: name, source } of release.contracts)
    print(`\n${name} ${source.version}\n  ${source.document}  sha256 ${source.sha256}\n`);
  for (const [packageName, version] of release.packages) print(`  ${packageName} ${version}\n`);
  const prefix = values['dry-run'] ? 'would ' : '';
  for (const [path, text] of [...release.files, [hashesFile, ''] as const])
    print(`  ${prefix}${text === null ? 'remove' : 'write'} ${path}\n`);
  if (values['dry-run']) {
    print('Dry run: no file was written.\n');
    return 0;
  }
  await write(release, context);
  const tags = release.contracts.map(({ interface: name, source }) => `${name}@${source.version}`);
  print(
    `Wrote the release. Run \`npm run anchors\` and \`npm test\`, commit all files together, and tag the commit ${tags.length === 0 ? `release@${today}` : tags.join(' and ')}.\n`,
  );
  return 0;
}

/**
 * Writes or removes the files, builds the packages with their new versions, and records the hashes
 * of the package content. If a step fails, restores all files.
 */
async function write(
  { contracts, files }: Release,
  { repository, builder }: CommandContext,
): Promise<void> {
  const hashes = contracts.at(-1)?.hashes ?? readHashes(repository);
  const before = new Map(
    [...files.keys(), hashesFile].map((path) => [
      path,
      repository.exists(path) ? readFileSync(repository.path(path), 'utf8') : null,
    ]),
  );
  writeFiles(repository, files);
  try {
    await builder.build();
    const packages: typeof hashes.packages = {};
    for (const { folder, manifest } of publicPackages(repository))
      packages[manifest.name] = {
        version: manifest.version,
        sha256: await builder.contentHash(folder),
      };
    const text = `${JSON.stringify({ ...hashes, packages }, null, 2)}\n`;
    writeFiles(repository, new Map([[hashesFile, text]]));
  } catch (error) {
    writeFiles(repository, before);
    throw error;
  }
}
