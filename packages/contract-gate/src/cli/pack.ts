import { resolve } from 'node:path';
import { pack, packAll } from '../release/pack.ts';
import { checkTag, planPublish } from '../release/publish-plan.ts';
import { UsageError } from '../repository/errors.ts';
import { type Command, type CommandContext, readArguments } from './command.ts';

const help = `Usage: npm run release:pack -- --dry-run | --output FOLDER

List everything that a release publishes, or pack it into a folder.

Options:
  --dry-run        List the packages and documents; write nothing
  --output FOLDER  Write the packages and documents to an empty or new folder
  --tag TAG        Check that a git tag, such as lastmile@1.0.0, matches the release
  --help           Print this help

Exit codes: 0 success, 2 the command could not run
`;

/**
 * Lists everything that a release publishes, or packs it into a folder. The release workflow
 * publishes the content of the folder.
 */
export const packCommand: Command = { help, run };

async function run({ args, repository, builder, cwd, print }: CommandContext) {
  const { values } = readArguments(args, {
    'dry-run': { type: 'boolean', default: false },
    output: { type: 'string' },
    tag: { type: 'string' },
  });
  const { output, tag } = values;
  if (values['dry-run'] === (typeof output === 'string'))
    throw new UsageError(
      'Specify either `--dry-run` to list what a release publishes, or `--output FOLDER` to pack it. The command does not publish anything.',
    );
  const plan = await planPublish(repository, builder);
  if (typeof tag === 'string') checkTag(tag, plan);
  for (const planned of plan.packages) {
    const { name, version, tag: npmTag, contracts } = planned;
    const { size, entryCount } = await pack(repository, planned);
    const source = contracts
      .map(({ document, version: from, sha256 }) => `, from ${document} ${from} sha256 ${sha256}`)
      .join('');
    print(
      `package   ${name} ${version} as ${npmTag}: ${entryCount} files, ${size} bytes${source}\n`,
    );
  }
  for (const { file, version, sha256 } of plan.documents)
    print(`document  ${file} ${version}, as YAML and JSON, sha256 ${sha256}\n`);
  print(
    'also      sbom.cdx.json (CycloneDX SBOM of the packages), SHA256SUMS, and the provenance of each package and document\n',
  );
  if (typeof output !== 'string') {
    print('Dry run: nothing was packed or published.\n');
    return 0;
  }
  for (const file of await packAll(repository, plan, resolve(cwd, output)))
    print(`packed    ${file}\n`);
  return 0;
}
