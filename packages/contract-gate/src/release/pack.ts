import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { sha256 } from '../documents/release-hashes.ts';
import { GateError, UsageError } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { removeFolder, withTemporaryFolder } from '../repository/temporary-folder.ts';
import { npm } from './npm.ts';
import type { PlannedDocument, PlannedPackage, PublishPlan } from './publish-plan.ts';

/** A tarball in the output of `npm pack --json`. */
export interface Tarball {
  filename: string;
  size: number;
  entryCount: number;
}

/**
 * Packs one package.
 *
 * @param target folder of the tarball; if undefined, npm only lists the content
 * @throws {GateError} if npm fails
 */
export async function pack(
  repository: Repository,
  { folder, name }: PlannedPackage,
  target?: string,
): Promise<Tarball> {
  const destination = target === undefined ? ['--dry-run'] : ['--pack-destination', target];
  const output = await npm(
    ['pack', '--json', '--ignore-scripts', ...destination],
    repository.path(folder),
    name,
  );
  const [tarball] = Object.values(JSON.parse(output) as Record<string, Tarball>);
  if (tarball === undefined) throw new GateError(`npm pack has no output for ${name}.`);
  return tarball;
}

/**
 * Fills a folder with everything that a release publishes: the tarballs and a list of them (`file
 * tag name@version`), the released documents as YAML and JSON, an SBOM (CycloneDX), and checksums.
 *
 * @param createSbom creates the SBOM of tarballs; the default needs the npm registry
 * @returns names of the files
 * @throws {UsageError} if the folder is not empty
 * @throws {GateError} if npm fails; the folder is then removed
 */
export async function packAll(
  repository: Repository,
  { packages, documents }: PublishPlan,
  target: string,
  createSbom = sbomOf,
): Promise<string[]> {
  mkdirSync(target, { recursive: true });
  if (readdirSync(target).length > 0)
    throw new UsageError(`${target} is not empty. Specify an empty or new folder.`);
  try {
    const tarballs: string[] = [];
    const lines: string[] = [];
    for (const planned of packages) {
      const { filename } = await pack(repository, planned, target);
      tarballs.push(join(target, filename));
      lines.push(`${filename} ${planned.tag} ${planned.name}@${planned.version}\n`);
    }
    writeFileSync(join(target, 'PACKAGES'), lines.join(''));
    for (const document of documents) writeDocument(repository, document, target);
    const sbom = await createSbom(tarballs);
    writeFileSync(join(target, 'sbom.cdx.json'), sbom.replaceAll(`file:${target}/`, ''));
    const files = readdirSync(target).toSorted();
    writeFileSync(
      join(target, 'SHA256SUMS'),
      files.map((file) => `${sha256(readFileSync(join(target, file)))}  ${file}\n`).join(''),
    );
    return [...files, 'SHA256SUMS'];
  } catch (error) {
    removeFolder(target);
    throw error;
  }
}

function writeDocument(
  repository: Repository,
  { file, version }: PlannedDocument,
  target: string,
): void {
  const path = join(target, `${basename(file).replace(/(\.next)?\.yaml$/, '')}-${version}`);
  const text = repository.read(file);
  const document = parse(text, { maxAliasCount: -1 });
  writeFileSync(`${path}.yaml`, text);
  writeFileSync(`${path}.json`, `${JSON.stringify(document, null, 2)}\n`);
}

/**
 * Returns the SBOM of tarballs. Installs them in a separate folder, because npm also lists
 * development dependencies in a workspace.
 */
const sbomOf = (tarballs: string[]): Promise<string> =>
  withTemporaryFolder('sbom', async (folder) => {
    writeFileSync(
      join(folder, 'package.json'),
      '{ "name": "delivery-api-release", "version": "0.0.0", "private": true }\n',
    );
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs];
    await npm(install, folder, 'the SBOM');
    return npm(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], folder, 'the SBOM');
  });
