import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../src/documents/release-hashes.ts';
import { checkRecords } from '../src/gate/check.ts';
import { packAll } from '../src/release/pack.ts';
import { planPublish } from '../src/release/publish-plan.ts';
import { GateError } from '../src/repository/errors.ts';
import { thisRepository } from '../src/repository/repository.ts';
import { type Clone, cloneRepository } from './support/clone.ts';

let clone: Clone;
beforeAll(async () => {
  clone = await cloneRepository();
  clone.commit('Before');
}, 120_000);
afterAll(() => clone?.remove());

describe('a package that is not generated', () => {
  it('gets its version from changesets', () => {
    const note = '.changeset/kind-words.md';
    clone.write(note, "---\n'@delivery-api/client-core': patch\n---\n\nFix a word.\n");
    execFileSync('git', ['branch', '--force', 'main'], { cwd: clone.folder });
    clone.commit('Add a changeset');
    const script = thisRepository.path('node_modules/@changesets/cli/bin.js');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, 'status', '--since=main'],
      { cwd: clone.folder, encoding: 'utf8' },
    );
    rmSync(join(clone.folder, note));
    clone.commit('Remove the changeset');
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('@delivery-api/client-core');
    expect(stdout).not.toContain('codegen');
  });
});

describe('a release', () => {
  const released = 'specs/released/lastmile.yaml';
  const version = (from: string, to: string) =>
    clone.replace('specs/lastmile.yaml', `  version: ${from}\n`, `  version: ${to}\n`);
  const given = () => /^ {2}version: (.*)$/m.exec(clone.read('specs/lastmile.yaml'))?.[1] ?? '';

  it('is rejected without a changelog entry, and writes nothing', async () => {
    version(given(), '1.0.0');
    const { status, stderr } = await clone.gate('release', 'lastmile');
    expect(stderr).toMatch(
      /^✗ specs\/changelog\/lastmile\.md has no entry for 1\.0\.0.*\nlastmile was not released, and nothing was changed\./,
    );
    expect(status).toBe(1);
    expect(existsSync(join(clone.folder, released))).toBe(false);
  });

  it('starts with a draft of the entry', async () => {
    const { stdout } = await clone.gate('changelog', 'lastmile');
    expect(stdout).toContain('specs/changelog/lastmile.md: drafted an entry for 1.0.0.');
    expect(clone.read('specs/changelog/lastmile.md')).toMatch(
      /\n## 1\.0\.0 \(unreleased\)\n\n\*\*First release of the Lastmile interface\.\*\* .*\n\nAffects `createBooking`/,
    );
    expect((await clone.gate('changelog', 'lastmile')).stdout).toContain(
      'already has an entry for 1.0.0, so nothing was written.',
    );
  });

  it('lists all files in a dry run, and writes nothing', async () => {
    const { status, stdout } = await clone.gate('release', 'lastmile', '--dry-run');
    expect(stdout).toContain(`would write ${released}\n`);
    expect(stdout).toContain('would write specs/released/hashes.json\n');
    expect(stdout).toContain('would write specs/changelog/lastmile.md\n');
    expect(stdout).toContain('would write packages/lastmile-types/package.json\n');
    expect(stdout).toContain('  @delivery-api/lastmile-client 1.0.0\n');
    expect(stdout).not.toContain('marketplace');
    expect(existsSync(join(clone.folder, 'specs/released/hashes.json'))).toBe(false);
    expect(status).toBe(0);
  });

  it('freezes the bundle, dates the entry and sets the package versions', async () => {
    expect((await clone.gate('release', 'lastmile')).status).toBe(0);
    const hashes = JSON.parse(clone.read('specs/released/hashes.json'));
    const { sha256, date } = hashes.documents['lastmile.yaml'];
    expect(hashes.documents['lastmile.yaml'].version).toBe('1.0.0');
    expect(Object.keys(hashes.decisions)).toContain('D-001');
    expect(clone.read('specs/changelog/lastmile.md')).toContain(`## 1.0.0 (${date})\n`);
    for (const folder of ['packages/lastmile-types', 'packages/lastmile-client']) {
      expect(JSON.parse(clone.read(`${folder}/package.json`))).toMatchObject({
        version: '1.0.0',
        contract: { document: released, version: '1.0.0', sha256 },
      });
      expect(JSON.parse(clone.read('package-lock.json')).packages[folder].version).toBe('1.0.0');
    }
    expect(
      JSON.parse(clone.read('packages/lastmile-client/package.json')).dependencies[
        '@delivery-api/lastmile-types'
      ],
    ).toBe('1.0.0');
    expect(
      JSON.parse(clone.read('package-lock.json')).packages['packages/lastmile-client'].dependencies[
        '@delivery-api/lastmile-types'
      ],
    ).toBe('1.0.0');
    expect(
      JSON.parse(clone.read('examples/package.json')).dependencies['@delivery-api/lastmile-client'],
    ).toBe('1.0.0');
    expect(
      JSON.parse(clone.read('packages/marketplace-types/package.json')).contract,
    ).toBeUndefined();
    clone.commit('Release lastmile 1.0.0');
  });

  it('passes the gate afterwards, and cannot be repeated', async () => {
    expect((await clone.gate('check')).status).toBe(0);
    const { status, stderr } = await clone.gate('release', 'lastmile');
    expect(stderr).toBe(
      'lastmile 1.0.0 is already released, and nothing has changed. There is nothing to release.\n',
    );
    expect(status).toBe(2);
  });

  it('rejects the removal of a transition, with the reason, the fix and the line', async () => {
    const step = clone.find('specs/lastmile', /from: returning, to: failed,/);
    step.remove();
    const { status, stdout, stderr } = await clone.gate('check', '--format', 'github');
    expect(stderr).toBe(
      '✗ specs/lastmile.yaml: info.version is still 1.0.0, but this change needs 2.0.0, a major step from 1.0.0. The status can no longer change from `returning` to `failed`. ' +
        'Clients that cause this transition, or wait for it, cannot proceed. It was caused by `courier` and `provider`. Set info.version to 2.0.0, or undo the change. `npm run diff -- lastmile` lists everything.\n',
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`::error file=${step.file},line=\\d+,title=version::`));
    version('1.0.0', '2.0.0');
    expect((await clone.gate('check')).stderr).toMatch(
      /^✗ specs\/changelog\/lastmile\.md has no entry for 2\.0\.0[^\n]*\n$/,
    );
    await clone.gate('changelog', 'lastmile');
    expect(clone.read('specs/changelog/lastmile.md')).toContain(
      '### Breaking\n\n- **The status can no longer change from `returning` to `failed`.** ',
    );
    expect((await clone.gate('check')).status).toBe(0);
  });

  it('freezes a pre-release beside the stable release, which stays the base', async () => {
    version('2.0.0', '2.0.0-rc.1');
    clone.replace(
      'specs/changelog/lastmile.md',
      '## 2.0.0 (unreleased)',
      '## 2.0.0-rc.1 (unreleased)',
    );
    expect((await clone.gate('release', 'lastmile')).status).toBe(0);
    const { documents } = JSON.parse(clone.read('specs/released/hashes.json'));
    expect(
      Object.entries<{ version: string }>(documents).map(([file, { version: frozen }]) => [
        file,
        frozen,
      ]),
    ).toEqual([
      ['lastmile.yaml', '1.0.0'],
      ['lastmile.next.yaml', '2.0.0-rc.1'],
    ]);
    expect(JSON.parse(clone.read('packages/lastmile-types/package.json')).version).toBe(
      '2.0.0-rc.1',
    );
    expect((await clone.gate('check')).status).toBe(0);
  });

  it.each([
    ['a released document', released, 'specs/released/lastmile.yaml was edited after its release'],
    ['a released decision', 'specs/DECISIONS.md', 'was edited after its release'],
  ])('rejects an edit of %s', (_, file, sentence) => {
    const before = clone.read(file);
    clone.write(file, `${before.trimEnd()} And more.\n`);
    const violations = checkRecords(clone.repository);
    clone.write(file, before);
    expect(violations.map(({ message }) => message)).toEqual([expect.stringContaining(sentence)]);
  });
});

describe('publish', () => {
  const folders = [
    'client-core',
    'lastmile-types',
    'lastmile-client',
    'marketplace-types',
    'marketplace-client',
    'mock',
  ];

  it('requires a build', async () => {
    const { status, stderr } = await clone.gate('publish', '--dry-run');
    expect(stderr).toMatch(/^packages\/\S+ is not built\. Run `npm run build` first\.\n$/);
    expect(status).toBe(2);
  });

  it('lists each package with its source, and the documents with their checksums', async () => {
    for (const folder of folders) {
      mkdirSync(join(clone.folder, 'packages', folder, 'dist'), { recursive: true });
      clone.write(`packages/${folder}/dist/index.js`, 'export {};\n');
    }
    clone.write(
      'packages/lastmile-types/package.json',
      clone.read('packages/lastmile-types/package.json'),
    );
    const { status, stdout, stderr } = await clone.gate('publish', '--dry-run');
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
      /^package {3}@delivery-api\/lastmile-types 2\.0\.0-rc\.1 as next: .*, from specs\/released\/lastmile\.next\.yaml 2\.0\.0-rc\.1 sha256 [0-9a-f]{64}$/m,
    );
    expect(stdout).toMatch(
      /^document {2}specs\/released\/lastmile\.next\.yaml 2\.0\.0-rc\.1, as YAML and JSON, sha256 [0-9a-f]{64}$/m,
    );
    expect(stdout).toContain('Nothing was published: this was a dry run.\n');
    expect(status).toBe(0);
  });

  it('packs everything with valid checksums, dependencies first', async () => {
    const target = join(clone.folder, 'out');
    const files = await packAll(
      clone.repository,
      planPublish(clone.repository),
      target,
      async (tarballs) => `{"of":["file:${tarballs[0]}"]}\n`,
    );
    expect(files.filter((file) => !file.endsWith('.tgz'))).toEqual([
      'PACKAGES',
      'lastmile-1.0.0.json',
      'lastmile-1.0.0.yaml',
      'lastmile-2.0.0-rc.1.json',
      'lastmile-2.0.0-rc.1.yaml',
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

  it('requires an empty folder, and removes the folder after a failure', async () => {
    await expect(
      packAll(clone.repository, planPublish(clone.repository), join(clone.folder, 'out')),
    ).rejects.toThrow(/out is not empty\. Name an empty folder/);
    const failing = packAll(
      clone.repository,
      planPublish(clone.repository),
      join(clone.folder, 'other'),
      () => Promise.reject(new GateError('No SBOM.')),
    );
    await expect(failing).rejects.toThrow('No SBOM.');
    expect(existsSync(join(clone.folder, 'other'))).toBe(false);
  });
});
