import { resolve } from 'node:path';
import { pack, packAll } from '../release/pack.ts';
import { checkTag, planPublish } from '../release/publish-plan.ts';
import { UsageError } from '../repository/errors.ts';
import { type Command, readArguments } from './command.ts';

const usage = 'pack --dry-run | --output FOLDER [--tag TAG]';

/**
 * Lists everything that a release publishes, or packs it into a folder. The release workflow
 * publishes the content of the folder.
 */
export const packCommand: Command = async ({ args, repository, builder, cwd, print }) => {
  const { values } = readArguments(
    args,
    {
      'dry-run': { type: 'boolean', default: false },
      output: { type: 'string' },
      tag: { type: 'string' },
    },
    usage,
  );
  const { output, tag } = values;
  if (values['dry-run'] === (typeof output === 'string'))
    throw new UsageError(
      'The release workflow publishes, with provenance. Use `--dry-run` to list what it would publish, or `--output FOLDER` to pack it.',
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
    'also      sbom.cdx.json (CycloneDX, of the packed packages), SHA256SUMS, provenance of each package and document\n',
  );
  if (typeof output !== 'string') {
    print('Nothing was published: this was a dry run.\n');
    return 0;
  }
  for (const file of await packAll(repository, plan, resolve(cwd, output)))
    print(`packed    ${file}\n`);
  return 0;
};
