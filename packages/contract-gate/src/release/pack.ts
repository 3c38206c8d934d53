import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { Failure } from '../repository/errors.ts';
import { sha256 } from '../documents/release-hashes.ts';
import type { Repository } from '../repository/repository.ts';
import { run } from '../repository/run.ts';
import type { Plan, PlannedPackage } from './publish-plan.ts';

/** A tarball as `npm pack --json` describes it. */
export interface Packed {
  filename: string;
  size: number;
  entryCount: number;
}

/** Packs one package, or only says what would be in it. */
export async function pack(
  repository: Repository,
  { folder, name }: PlannedPackage,
  target?: string,
): Promise<Packed> {
  const where = target === undefined ? ['--dry-run'] : ['--pack-destination', target];
  const finished = await run(
    npm,
    ['pack', '--json', '--ignore-scripts', ...where],
    repository.path(folder),
  );
  if (finished.status !== 0)
    throw new Failure(`npm pack failed for ${name}: ${finished.stderr.trim().split('\n').at(-1)}`);
  const [packed] = Object.values(JSON.parse(finished.stdout) as Record<string, Packed>);
  if (packed === undefined) throw new Failure(`npm pack said nothing about ${name}.`);
  return packed;
}

/**
 * Fills a folder with all that is published: the tarballs and a list of them (`file tag
 * name@version`), the frozen documents as YAML and JSON, a bill of
 * materials (CycloneDX) of what an integrator installs, and the checksums of all these.
 *
 * @param materials makes the bill of materials from the paths of the tarballs; asks the registry
 * for what they depend on
 * @throws {Failure} when the folder is not empty, or npm fails; a folder that was made for it is
 * taken away again
 */
export async function packAll(
  repository: Repository,
  { packages, documents }: Plan,
  target: string,
  materials = billOfMaterials,
): Promise<string[]> {
  mkdirSync(target, { recursive: true });
  if (readdirSync(target).length > 0)
    throw new Failure(`${target} is not empty. Name a folder that is, or that is not there yet.`);
  try {
    const tarballs: string[] = [];
    const list: string[] = [];
    for (const one of packages) {
      const { filename } = await pack(repository, one, target);
      tarballs.push(join(target, filename));
      list.push(`${filename} ${one.tag} ${one.name}@${one.version}\n`);
    }
    writeFileSync(join(target, 'PACKAGES'), list.join(''));
    for (const { file, version } of documents) {
      const name = basename(file).replace(/(\.next)?\.yaml$/, '');
      const text = repository.read(file);
      writeFileSync(join(target, `${name}-${version}.yaml`), text);
      writeFileSync(
        join(target, `${name}-${version}.json`),
        `${JSON.stringify(parse(text, { maxAliasCount: -1 }), null, 2)}\n`,
      );
    }
    writeFileSync(
      join(target, 'sbom.cdx.json'),
      (await materials(tarballs)).replaceAll(`file:${target}/`, ''),
    );
    const files = readdirSync(target).toSorted();
    writeFileSync(
      join(target, 'SHA256SUMS'),
      files.map((file) => `${sha256(readFileSync(join(target, file)))}  ${file}\n`).join(''),
    );
    return [...files, 'SHA256SUMS'];
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

/** In a folder of its own: inside the workspaces npm also lists what only we use. */
async function billOfMaterials(tarballs: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-sbom-'));
  try {
    writeFileSync(
      join(folder, 'package.json'),
      '{ "name": "delivery-api-release", "version": "0.0.0", "private": true }\n',
    );
    for (const args of [
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs],
      ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'],
    ]) {
      const finished = await run(npm, args, folder);
      if (finished.status !== 0)
        throw new Failure(
          `npm ${args[0]} failed while the bill of materials was made: ${finished.stderr.trim().split('\n').at(-1)}`,
        );
      if (args[0] === 'sbom') return finished.stdout;
    }
    return '';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
