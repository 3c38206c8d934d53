import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../src/documents/release-hashes.ts';
import { packAll } from '../src/release/pack.ts';
import { contentHash, firstError, packageBuilder } from '../src/release/package-content.ts';
import { checkTag, planPublish } from '../src/release/publish-plan.ts';
import { GateError } from '../src/repository/errors.ts';
import { interfaceNames } from '../src/repository/repository.ts';
import { type Clone, cloneRepository, sourceBuilder } from './support/clone.ts';

const folders = [
  'client-core',
  'lastmile-types',
  'lastmile-client',
  'marketplace-types',
  'marketplace-client',
  'mock',
];
let clone: Clone;
let version = '';
const plan = () => planPublish(clone.repository, sourceBuilder(clone.repository));
beforeAll(async () => {
  clone = await cloneRepository();
  for (const name of interfaceNames) await clone.gate('changelog', name);
  await clone.gate('release');
  version = JSON.parse(clone.read('packages/lastmile-types/package.json')).version;
  for (const folder of folders) {
    mkdirSync(join(clone.folder, 'packages', folder, 'dist'), { recursive: true });
    clone.write(`packages/${folder}/dist/index.js`, 'export {};\n');
  }
}, 120_000);
afterAll(() => clone?.remove());

it('pack --dry-run lists the packages with their sources, and the documents with their checksums', async () => {
  const { status, stdout, stderr } = await clone.gate('pack', '--dry-run');
  expect(stderr).toBe('');
  for (const folder of folders)
    expect(stdout).toMatch(
      new RegExp(
        `^package {3}@delivery-api/${folder} \\S+ as (next|latest): \\d+ files, \\d+ bytes`,
        'm',
      ),
    );
  expect(stdout).not.toContain('codegen');
  expect(stdout).toMatch(
    /^package {3}@delivery-api\/lastmile-types .*, from specs\/released\/lastmile\.yaml \S+ sha256 [0-9a-f]{64}$/m,
  );
  expect(stdout).toMatch(
    /^document {2}specs\/released\/lastmile\.yaml \S+, as YAML and JSON, sha256 [0-9a-f]{64}$/m,
  );
  expect(stdout).toContain('Dry run: nothing was packed or published.\n');
  expect(status).toBe(0);
});

it('all packages are packed with valid checksums, dependencies first', async () => {
  const target = join(clone.folder, 'out');
  const files = await packAll(
    clone.repository,
    await plan(),
    target,
    async (tarballs) => `{"of":["file:${tarballs[0]}"]}\n`,
  );
  expect(files.filter((file) => !file.endsWith('.tgz'))).toEqual([
    'PACKAGES',
    `lastmile-${version}.json`,
    `lastmile-${version}.yaml`,
    expect.stringMatching(/^marketplace-.*\.json$/),
    expect.stringMatching(/^marketplace-.*\.yaml$/),
    'sbom.cdx.json',
    'SHA256SUMS',
  ]);
  const sums = clone.read('out/SHA256SUMS').trim().split('\n');
  expect(sums.map((line) => line.split('  ')[1])).toEqual(
    files.filter((file) => file !== 'SHA256SUMS'),
  );
  for (const [sum, file = ''] of sums.map((line) => line.split('  ')))
    expect(sha256(readFileSync(join(target, file)))).toBe(sum);
  const packages = clone.read('out/PACKAGES').trim().split('\n');
  expect(packages).toHaveLength(6);
  expect(packages.find((line) => line.includes('/client-core'))).toMatch(
    /^delivery-api-client-core-\S+\.tgz (next|latest) @delivery-api\/client-core@\S+$/,
  );
  const order = packages.map((line) => /@delivery-api\/([a-z-]+)@/.exec(line)?.[1]);
  expect(order.indexOf('client-core')).toBeLessThan(order.indexOf('lastmile-client'));
  expect(order.indexOf('lastmile-types')).toBeLessThan(order.indexOf('lastmile-client'));
  expect(clone.read('out/sbom.cdx.json')).not.toContain(clone.folder);
});

it('packAll requires an empty folder, and removes the folder if packing fails', async () => {
  await expect(packAll(clone.repository, await plan(), join(clone.folder, 'out'))).rejects.toThrow(
    /out is not empty\. Specify an empty/,
  );
  const failing = packAll(clone.repository, await plan(), join(clone.folder, 'other'), () =>
    Promise.reject(new GateError('The SBOM is missing.')),
  );
  await expect(failing).rejects.toThrow('The SBOM is missing.');
  expect(existsSync(join(clone.folder, 'other'))).toBe(false);
});

it('a package whose content differs from its release is rejected', async () => {
  const source = 'packages/mock/src/index.ts';
  const before = clone.read(source);
  clone.write(source, `${before}// changed\n`);
  const { status, stderr } = await clone.gate('pack', '--dry-run');
  clone.write(source, before);
  expect(stderr).toMatch(
    /^packages\/mock was not built from the released content of \S+\. Check out/,
  );
  expect(status).toBe(2);
});

it('checkTag accepts the tags of released contracts and dated release tags, and rejects other tags', async () => {
  const planned = await plan();
  for (const tag of [`lastmile@${version}`, 'release@2026-11-22'])
    expect(() => checkTag(tag, planned)).not.toThrow();
  for (const tag of ['lastmile@9.0.0', `other@${version}`, 'release@today'])
    expect(() => checkTag(tag, planned)).toThrow(
      `The tag ${tag} does not match this commit, which contains lastmile@${version} and marketplace@`,
    );
});

it('the content hash of a package depends on its files and dependencies, but not on its version, scripts, development dependencies or changelog', async () => {
  const folder = 'packages/client-core';
  const hash = () => contentHash(clone.repository, folder);
  const first = await hash();
  const file = `${folder}/package.json`;
  const manifest = JSON.parse(clone.read(file));
  const put = (changes: object) => clone.write(file, JSON.stringify({ ...manifest, ...changes }));
  put({ version: '9.9.9', scripts: {}, contract: { version: '9.9.9' }, devDependencies: {} });
  clone.write(`${folder}/CHANGELOG.md`, '# Other\n');
  expect(await hash()).toBe(first);
  put({ dependencies: { ...manifest.dependencies, other: '1.0.0' } });
  expect(await hash()).not.toBe(first);
  put({});
  clone.write(`${folder}/dist/index.js`, 'export const a = 1;\n');
  expect(await hash()).not.toBe(first);
});

it('planPublish rejects a package that is not built or is only partly built', async () => {
  const hashes = 'specs/released/hashes.json';
  const dist = 'packages/lastmile-client/dist';
  const before = clone.read(hashes);
  const records = JSON.parse(before);
  for (const folder of folders)
    records.packages[`@delivery-api/${folder}`].sha256 = await contentHash(
      clone.repository,
      `packages/${folder}`,
    );
  clone.write(hashes, JSON.stringify(records));
  const planned = () => planPublish(clone.repository, packageBuilder(clone.repository));
  expect((await planned()).packages).toHaveLength(folders.length);
  rmSync(clone.repository.path(dist), { recursive: true });
  await expect(planned()).rejects.toThrow('packages/lastmile-client is not built. Run');
  clone.makeFolder(dist);
  await expect(planned()).rejects.toThrow(
    'packages/lastmile-client was not built from the released content of',
  );
  clone.write(`${dist}/index.js`, 'export {};\n');
  clone.write(hashes, before);
});

it('a content hash requires a build', async () => {
  await expect(contentHash(clone.repository, 'packages/codegen')).rejects.toThrow(
    'packages/codegen is not built. Run `npm run build` first.',
  );
});

it('firstError returns the first line that contains an error, or a fixed text if no line does', () => {
  const output =
    'cache miss, executing 5c5d\nmock:build: ✘ [ERROR] Could not resolve "a"\n ERROR  run failed: command  exited (1)\n';
  expect(firstError(output)).toBe('mock:build: ✘ [ERROR] Could not resolve "a"');
  expect(firstError('')).toBe('turbo reports no error');
});
