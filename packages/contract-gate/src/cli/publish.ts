import { resolve } from 'node:path';
import { pack, packAll } from '../release/pack.ts';
import { planPublish } from '../release/publish-plan.ts';
import { UsageError } from '../repository/errors.ts';
import { type Command, readArguments } from './command.ts';

const usage = 'publish --dry-run | --output FOLDER';

/**
 * Lists everything that a release publishes, or packs it into a folder. Only the release workflow
 * can publish.
 */
export const publishCommand: Command = async ({ args, repository, cwd, print }) => {
  const { values } = readArguments(
    args,
    { 'dry-run': { type: 'boolean', default: false }, output: { type: 'string' } },
    usage,
  );
  const { output } = values;
  if (values['dry-run'] === (typeof output === 'string'))
    throw new UsageError(
      'The release workflow publishes, with provenance. Use `--dry-run` to list what it would publish, or `--output FOLDER` to pack it.',
    );
  const plan = planPublish(repository);
  for (const planned of plan.packages) {
    const { name, version, tag, contract } = planned;
    const { size, entryCount } = await pack(repository, planned);
    const source =
      contract === undefined
        ? ''
        : `, from ${contract.document} ${contract.version} sha256 ${contract.sha256}`;
    print(`package   ${name} ${version} as ${tag}: ${entryCount} files, ${size} bytes${source}\n`);
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
