import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interfaceNames } from '../src/repository/repository.ts';
import { type Clone, cloneRepository } from './support/clone.ts';

const released = 'specs/released/lastmile.yaml';
let clone: Clone;
beforeAll(async () => {
  clone = await cloneRepository();
  for (const name of interfaceNames) {
    setVersion(name, '1.0.0');
    const changelog = `specs/changelog/${name}.md`;
    clone.write(changelog, clone.read(changelog).replace(/^## [\s\S]*/m, ''));
  }
  clone.commit('Before');
}, 120_000);
afterAll(() => clone?.remove());

function setVersion(name: string, version: string): void {
  const file = `specs/${name}.yaml`;
  clone.write(file, clone.read(file).replace(/^ {2}version: .*$/m, `  version: ${version}`));
}
const manifest = (folder: string) => JSON.parse(clone.read(`packages/${folder}/package.json`));
const hashes = () => JSON.parse(clone.read('specs/released/hashes.json'));
const versions = () =>
  Object.fromEntries(
    [
      'client-core',
      'lastmile-types',
      'lastmile-client',
      'marketplace-types',
      'marketplace-client',
      'mock',
    ].map((folder) => [folder, manifest(folder).version]),
  );

describe('a release', () => {
  it('a release is rejected without a changelog entry, and writes nothing', async () => {
    const { status, stderr } = await clone.gate('release');
    expect(stderr).toMatch(
      /^✗ specs\/changelog\/lastmile\.md has no entry for 1\.0\.0.*\n✗ .*\nNothing was released, and no file was changed\./,
    );
    expect(status).toBe(1);
    expect(existsSync(join(clone.folder, released))).toBe(false);
  });

  it('the changelog command drafts the entry of a release, and does not overwrite an existing entry', async () => {
    const { stdout } = await clone.gate('changelog', 'lastmile');
    expect(stdout).toContain('specs/changelog/lastmile.md: drafted an entry for 1.0.0.');
    expect(clone.read('specs/changelog/lastmile.md')).toMatch(
      /\n## 1\.0\.0 \(unreleased\)\n\n\*\*First release of the Lastmile interface\.\*\* .*\n\nAffects `createBooking`/,
    );
    expect((await clone.gate('changelog', 'lastmile')).stdout).toContain(
      'already has an entry for 1.0.0, so nothing was written.',
    );
    await clone.gate('changelog', 'marketplace');
  });

  it('a dry run lists the files that a release would write, and writes nothing', async () => {
    const { status, stdout } = await clone.gate('release', '--dry-run');
    expect(stdout).toContain(`would write ${released}\n`);
    expect(stdout).toContain('would write specs/released/hashes.json\n');
    expect(stdout).toContain('would write specs/changelog/lastmile.md\n');
    expect(stdout).toContain('would write packages/lastmile-types/package.json\n');
    expect(stdout).toContain('  @delivery-api/lastmile-client 1.0.0\n');
    expect(existsSync(join(clone.folder, 'specs/released/hashes.json'))).toBe(false);
    expect(status).toBe(0);
  });

  it('a release stores both contracts, dates the changelog entry and makes every package stable', async () => {
    expect((await clone.gate('release')).status).toBe(0);
    const { documents, decisions, packages } = hashes();
    const { sha256, date } = documents['lastmile.yaml'];
    expect(documents['lastmile.yaml'].version).toBe('1.0.0');
    expect(Object.keys(decisions)).toContain('D-001');
    expect(clone.read('specs/changelog/lastmile.md')).toContain(`## 1.0.0 (${date})\n`);
    expect(new Set(Object.values(versions()))).toEqual(new Set(['1.0.0']));
    expect(packages['@delivery-api/mock'].version).toBe('1.0.0');
    const contract = { document: released, version: '1.0.0', sha256 };
    const lock = JSON.parse(clone.read('package-lock.json')).packages;
    for (const folder of ['lastmile-types', 'lastmile-client']) {
      expect(manifest(folder).contract).toEqual(contract);
      expect(lock[`packages/${folder}`].version).toBe('1.0.0');
    }
    expect(manifest('mock').contract).toEqual([
      contract,
      expect.objectContaining({ document: 'specs/released/marketplace.yaml', version: '1.0.0' }),
    ]);
    const own = { '@delivery-api/client-core': '1.0.0', '@delivery-api/lastmile-types': '1.0.0' };
    expect(manifest('lastmile-client').dependencies).toMatchObject(own);
    expect(lock['packages/lastmile-client'].dependencies).toMatchObject(own);
    expect(
      JSON.parse(clone.read('examples/package.json')).dependencies['@delivery-api/lastmile-client'],
    ).toBe('1.0.0');
    expect(clone.read('packages/lastmile-types/CHANGELOG.md')).toMatch(
      /^## 1\.0\.0 \(.*\)\n\n### Contract: lastmile 1\.0\.0\n\n\*\*First release/m,
    );
    clone.commit('Release lastmile and marketplace 1.0.0');
  });

  it('the repository passes the gate after a release, and a repeated release changes nothing', async () => {
    expect((await clone.gate('check')).status).toBe(0);
    const { status, stdout } = await clone.gate('release');
    expect(stdout).toBe('There is nothing to release: no contract and no package has changed.\n');
    expect(status).toBe(0);
    expect(clone.changedFiles()).toEqual([]);
  });
});

describe('a change to hand-written code', () => {
  const source = 'packages/client-core/src/index.ts';
  const note = '.changeset/kind-words.md';

  it('a change to hand-written code is rejected without a changeset', async () => {
    clone.write(source, `${clone.read(source)}// changed\n`);
    const { status, stderr } = await clone.gate('check');
    expect(stderr).toBe(
      '✗ packages/client-core/package.json: the content of @delivery-api/client-core has changed since 1.0.0 was released. Add a file to .changeset/ with the package and its version bump. For an example, see CONTRIBUTING.md.\n',
    );
    expect(status).toBe(1);
  });

  it('a changeset is rejected if it names a package that is not public', async () => {
    clone.write(note, "---\n'@delivery-api/codegen': patch\n---\n\nFix a word.\n");
    const { status, stderr } = await clone.gate('check');
    expect(stderr).toMatch(
      /^\.changeset\/kind-words\.md: '@delivery-api\/codegen' is not a public package\./,
    );
    expect(status).toBe(2);
  });

  it('a change with a changeset leads to a release of only the package and its dependents', async () => {
    clone.write(note, "---\n'@delivery-api/client-core': patch\n---\n\nFix a word.\n");
    expect((await clone.gate('check')).stderr).toBe('');
    const { status, stdout } = await clone.gate('release');
    expect(status).toBe(0);
    expect(stdout).toContain(`remove ${note}\n`);
    expect(versions()).toEqual({
      'client-core': '1.0.1',
      'lastmile-types': '1.0.0',
      'lastmile-client': '1.0.1',
      'marketplace-types': '1.0.0',
      'marketplace-client': '1.0.1',
      mock: '1.0.0',
    });
    expect(manifest('lastmile-client').dependencies['@delivery-api/client-core']).toBe('1.0.1');
    expect(clone.read('packages/client-core/CHANGELOG.md')).toMatch(
      /## 1\.0\.1 \(.*\)\n\n### Changes\n\n- Fix a word\.\n\n## 1\.0\.0/,
    );
    expect(clone.read('packages/lastmile-client/CHANGELOG.md')).toContain(
      '### Dependencies\n\n- `@delivery-api/client-core@1.0.1`\n',
    );
    clone.commit('Release packages');
    expect((await clone.gate('check')).status).toBe(0);
  });
});

describe('a breaking change after the release', () => {
  it('a breaking change is rejected with the reason, the fix and the line', async () => {
    const transition = clone.find('specs/lastmile', /from: returning, to: failed,/);
    transition.remove();
    const { status, stdout, stderr } = await clone.gate('check', '--format', 'github');
    expect(stderr).toBe(
      '✗ specs/lastmile.yaml: info.version is still 1.0.0, but this change requires 2.0.0 (a major version bump from 1.0.0). The status can no longer change from `returning` to `failed`. ' +
        'Clients that cause this transition, or wait for it, cannot proceed. The actors of this transition were `courier` and `provider`. Set info.version to 2.0.0, or undo the change. `npm run diff -- lastmile` lists all changes.\n',
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`::error file=${transition.file},line=\\d+,title=version::`));
    setVersion('lastmile', '2.0.0');
    expect((await clone.gate('check')).stderr).toMatch(
      /^✗ specs\/changelog\/lastmile\.md has no entry for 2\.0\.0[^\n]*\n$/,
    );
    await clone.gate('changelog', 'lastmile');
    expect(clone.read('specs/changelog/lastmile.md')).toContain(
      '### Breaking\n\n- **The status can no longer change from `returning` to `failed`.** ',
    );
    expect((await clone.gate('check')).status).toBe(0);
  });

  it('a breaking change can be released as a release candidate, and the stable release is kept', async () => {
    setVersion('lastmile', '2.0.0-rc.1');
    clone.replace(
      'specs/changelog/lastmile.md',
      '## 2.0.0 (unreleased)',
      '## 2.0.0-rc.1 (unreleased)',
    );
    expect((await clone.gate('release')).status).toBe(0);
    expect(
      Object.entries<{ version: string }>(hashes().documents).map(([file, { version }]) => [
        file,
        version,
      ]),
    ).toEqual([
      ['lastmile.yaml', '1.0.0'],
      ['marketplace.yaml', '1.0.0'],
      ['lastmile.next.yaml', '2.0.0-rc.1'],
    ]);
    expect(versions()).toEqual({
      'client-core': '1.0.1',
      'lastmile-types': '2.0.0-rc.1',
      'lastmile-client': '2.0.0-rc.1',
      'marketplace-types': '1.0.0',
      'marketplace-client': '1.0.1',
      mock: '2.0.0-rc.1',
    });
    expect((await clone.gate('check')).status).toBe(0);
  });

  it('a further change cannot be released under a version that is already released', async () => {
    const transition = clone.find('specs/lastmile', /from: scheduled, to: searching,/);
    transition.remove();
    const { status, stderr } = await clone.gate('release');
    transition.restore();
    expect(stderr).toMatch(
      /^lastmile has changed since 2\.0\.0-rc\.1 was released, and a released version never changes\. Set info\.version/,
    );
    expect(status).toBe(2);
  });
});
