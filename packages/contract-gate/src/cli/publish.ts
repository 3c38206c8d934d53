import { resolve } from 'node:path';
import { Failure } from '../repository/errors.ts';
import { pack, packAll } from '../release/pack.ts';
import { plan } from '../release/publish-plan.ts';
import { type Command, readArguments } from './command.ts';

const usage = 'publish --dry-run | --output FOLDER';

/**
 * Shows all that a release publishes, or packs it into a folder for the release workflow, which
 * alone has the right to publish.
 */
export const publishCommand: Command = async ({ args, repository, cwd, print }) => {
  const { values } = readArguments(
    args,
    { 'dry-run': { type: 'boolean', default: false }, output: { type: 'string' } },
    usage,
  );
  const { output } = values;
  if (values['dry-run'] === (typeof output === 'string')) {
    throw new Failure(
      'Publishing is done by the release workflow, with provenance. Here, `--dry-run` shows what it would publish, and `--output FOLDER` packs it.',
    );
  }
  const planned = plan(repository);
  for (const one of planned.packages) {
    const { size, entryCount } = await pack(repository, one);
    const from =
      one.contract === undefined
        ? ''
        : `, from ${one.contract.document} ${one.contract.version} sha256 ${one.contract.sha256}`;
    print(
      `package   ${one.name} ${one.version} as ${one.tag}: ${entryCount} files, ${size} bytes${from}\n`,
    );
  }
  for (const { file, version, sha256 } of planned.documents)
    print(`document  ${file} ${version}, as YAML and JSON, sha256 ${sha256}\n`);
  print(
    'also      sbom.cdx.json (CycloneDX, of the packed packages), SHA256SUMS, provenance of each package and document\n',
  );
  if (typeof output !== 'string') {
    print('Nothing was published: this was a dry run.\n');
    return 0;
  }
  for (const file of await packAll(repository, planned, resolve(cwd, output)))
    print(`packed    ${file}\n`);
  return 0;
};
