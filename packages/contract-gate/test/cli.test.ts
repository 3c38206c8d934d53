import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../src/repository/errors.ts';
import { checkRecords } from '../src/gate/check.ts';
import { packAll } from '../src/release/pack.ts';
import { plan } from '../src/release/publish-plan.ts';
import { commentBody } from '../src/pull-request/comment.ts';
import { sha256 } from '../src/documents/release-hashes.ts';
import { thisRepository } from '../src/repository/repository.ts';
import { type Clone, cloneRepository, type Line } from './support/clone.ts';
import { edited } from './support/contract.ts';

let clone: Clone;
beforeAll(async () => {
  clone = await cloneRepository();
  clone.commit('Before');
}, 120_000);
afterAll(() => clone?.remove());

const oneLine = (text: string) => expect(text.trimEnd().split('\n')).toHaveLength(1);

describe('bad input gets one line, a way out and exit status 2', () => {
  beforeAll(() => {
    clone.write('broken.yaml', 'openapi: 3.1.0\npaths: {a: [}\n');
    clone.write('list.yaml', '- one\n');
    clone.write('refers.yaml', 'openapi: 3.1.0\npaths: {$ref: other.yaml}\n');
  });

  it.each([
    [
      ['diff', 'nowhere.yaml', 'broken.yaml'],
      /^nowhere\.yaml: there is no such file\. Name a file/,
    ],
    [['diff', 'broken.yaml', 'broken.yaml'], /^broken\.yaml:2: not YAML \(.*\)\. Mend the line\.$/],
    [['diff', 'list.yaml', 'list.yaml'], /^list\.yaml: expected an OpenAPI document\./],
    [
      ['diff', 'refers.yaml', 'refers.yaml'],
      /^refers\.yaml refers to other files and is no entry document/,
    ],
    [['diff', 'nope:specs/lastmile.yaml', 'broken.yaml'], /^git knows no revision 'nope' here\./],
    [
      ['diff', 'HEAD:specs/nowhere.yaml', 'broken.yaml'],
      /^Revision 'HEAD' has no file specs\/nowhere\.yaml\./,
    ],
    [['diff', '--upload-pack=x:specs/lastmile.yaml', 'broken.yaml'], /^Unknown option/],
    [['diff', 'one', 'two', 'three'], /^diff takes two documents, not 3\./],
    [['diff', 'bookings'], /^Which interface\? Say lastmile or marketplace, not 'bookings'\.$/],
    [
      ['diff', '--format', 'xml'],
      /^There is no format 'xml'\. Say terminal, markdown, json, github\.$/,
    ],
    [['diff', '--loud'], /^Unknown option '--loud'\. Usage: diff /],
    [['check', '--today', 'tomorrow'], /^'tomorrow' is not a day\./],
    [['changelog'], /^Which interface\?/],
    [['release', 'both'], /^Which interface\? Say lastmile or marketplace, not 'both'\.$/],
    [['publish'], /^Publishing is done by the release workflow/],
    [['publish', '--dry-run'], /^No contract was released yet/],
    [['report'], /^report needs a base revision/],
    [['destroy'], /^There is no command 'destroy'\. Say diff, check/],
    [[], /^What to do\? Say diff, check/],
  ])('%j', async (args, message) => {
    const { status, stdout, stderr } = await clone.gate(...args);
    oneLine(stderr);
    expect(stderr.trimEnd()).toMatch(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it('two documents of different interfaces', async () => {
    clone.write('one.json', JSON.stringify(edited().document));
    clone.write(
      'other.json',
      JSON.stringify({ ...edited().document, 'x-interface': 'marketplace' }),
    );
    const { status, stderr } = await clone.gate('diff', 'one.json', 'other.json');
    expect(stderr).toBe(
      'one.json is lastmile and other.json is marketplace. Compare two documents of one interface.\n',
    );
    expect(status).toBe(2);
  });

  it('a source that cannot be bundled', async () => {
    const file = 'specs/lastmile.yaml';
    const before = clone.read(file);
    clone.write(
      file,
      before.replace('lastmile/operations/create-booking.yaml', 'lastmile/operations/nowhere.yaml'),
    );
    const { status, stderr } = await clone.gate('diff', 'lastmile');
    clone.write(file, before);
    oneLine(stderr);
    expect(stderr).toMatch(
      /^specs\/lastmile\.yaml could not be bundled: .*nowhere\.yaml.*npm run lint/,
    );
    expect(status).toBe(2);
  });

  it('leaves no temporary folder behind, not even when it fails', async () => {
    const before = process.env.TMPDIR;
    const own = join(clone.folder, 'temporary');
    mkdirSync(own);
    process.env.TMPDIR = own;
    try {
      expect((await clone.gate('diff', 'HEAD:specs/lastmile.yaml', 'broken.yaml')).status).toBe(2);
      expect(readdirSync(own).filter((name) => name !== 'node-compile-cache')).toEqual([]);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      rmSync(own, { recursive: true });
    }
  });
});

describe('before the first release', () => {
  it('diff says so in one line for each interface, and needs nothing', async () => {
    const { status, stdout } = await clone.gate('diff');
    expect(stdout).toMatch(
      /^lastmile: nothing is released yet, so .* would be the first release, which breaks nobody\.\n\nmarketplace: .*\.\nneeded bump: none\n$/,
    );
    expect(status).toBe(0);
  });

  it('the gate lets the contracts through as they are', async () => {
    const { status, stdout, stderr } = await clone.gate('check');
    expect(stderr).toBe('');
    expect(stdout).toContain('The contracts may be merged');
    expect(status).toBe(0);
  });
});

describe('two revisions', () => {
  let step: Line;

  beforeAll(() => {
    step = clone.find('specs/marketplace', /from: ready, to: completed,/);
    step.remove();
    clone.commit('Without a step');
  });
  afterAll(() => {
    step.restore();
    clone.commit('With the step again');
  });

  it('are compared, with the line in the sources and the needed bump at the end', async () => {
    const { status, stdout } = await clone.gate(
      'diff',
      'HEAD~1:specs/marketplace.yaml',
      'specs/marketplace.yaml',
    );
    const line =
      clone
        .read(step.file)
        .split('\n')
        .findIndex((one) => one.trim() === 'transitions:') + 1;
    expect(stdout).toContain(
      '  major  behaviour  The status can no longer go from `ready` to `completed`.\n',
    );
    expect(stdout).toContain(`         ${step.file}:${line}  [`);
    expect(stdout.endsWith('\nneeded bump: major\n')).toBe(true);
    expect(status).toBe(0);
  });

  it('are told to programs, with the interface and the direction of each change', async () => {
    const { stdout } = await clone.gate(
      'diff',
      'HEAD~1:specs/marketplace.yaml',
      'HEAD:specs/marketplace.yaml',
      '--format',
      'json',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      needed_bump: 'major',
      differences: [
        {
          interface: 'marketplace',
          changes: [{ interface: 'marketplace', direction: 'behaviour', bump: 'major' }],
        },
      ],
    });
  });
});

describe('a pull request', () => {
  it('is reported against its base branch, and the report makes a comment', async () => {
    const step = clone.find('specs/lastmile', /from: scheduled, to: searching,/);
    step.remove();
    const { status, stdout } = await clone.gate(
      'report',
      '--base',
      'HEAD',
      '--output',
      'report.json',
    );
    step.restore();
    expect(stdout).toBe('report.json: 0 complaint(s) about 2 interfaces.\n');
    expect(status).toBe(0);
    const body = commentBody(JSON.parse(clone.read('report.json')), 'https://forge.example/run/1');
    expect(body).toContain('### lastmile: base branch to specs/lastmile.yaml');
    expect(body).toContain('The status can no longer go from `scheduled` to `searching`.');
    expect(body).toMatch(/Score: \d+\.\d before, \d+\.\d after\./);
    expect(body).toMatch(/### marketplace: .*\n\nNo difference\./);
  });
});

describe('a package of its own', () => {
  it('gets its version from the notes beside its changes', () => {
    const note = '.changeset/kind-words.md';
    clone.write(note, "---\n'@delivery-api/client-core': patch\n---\n\nMend a word.\n");
    execFileSync('git', ['branch', '--force', 'main'], { cwd: clone.folder });
    clone.commit('A change with its note');
    const script = thisRepository.path('node_modules/@changesets/cli/bin.js');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, 'status', '--since=main'],
      { cwd: clone.folder, encoding: 'utf8' },
    );
    rmSync(join(clone.folder, note));
    clone.commit('Without the note');
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

  it('is refused without an entry in the changelog, and writes nothing', async () => {
    version(given(), '1.0.0');
    const { status, stderr } = await clone.gate('release', 'lastmile');
    expect(stderr).toMatch(
      /^✗ specs\/changelog\/lastmile\.md has no entry for 1\.0\.0.*\nlastmile was not released, and nothing was changed\./,
    );
    expect(status).toBe(1);
    expect(existsSync(join(clone.folder, released))).toBe(false);
  });

  it('begins with a draft of the entry', async () => {
    const { stdout } = await clone.gate('changelog', 'lastmile');
    expect(stdout).toContain('specs/changelog/lastmile.md: drafted an entry for 1.0.0.');
    expect(clone.read('specs/changelog/lastmile.md')).toMatch(
      /\n## 1\.0\.0 \(unreleased\)\n\n\*\*First release of the Lastmile interface\.\*\* .*\n\nAffects `createBooking`/,
    );
    expect((await clone.gate('changelog', 'lastmile')).stdout).toContain(
      'has an entry for 1.0.0 already, so nothing was written.',
    );
  });

  it('tried dry tells all that it would write, and writes nothing', async () => {
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

  it('freezes the bundle, dates the entry and sets the packages', async () => {
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

  it('leaves the gate content, and cannot be repeated', async () => {
    expect((await clone.gate('check')).status).toBe(0);
    const { status, stderr } = await clone.gate('release', 'lastmile');
    expect(stderr).toBe(
      'lastmile 1.0.0 is released already, and nothing has changed since. There is nothing to release.\n',
    );
    expect(status).toBe(2);
  });

  it('makes the loss of a transition fail the gate, with a sentence for newcomers and the line', async () => {
    const step = clone.find('specs/lastmile', /from: returning, to: failed,/);
    step.remove();
    const { status, stdout, stderr } = await clone.gate('check', '--format', 'github');
    expect(stderr).toBe(
      '✗ specs/lastmile.yaml: info.version is still 1.0.0, but this change needs 2.0.0, a major step from 1.0.0. The status can no longer go from `returning` to `failed`. ' +
        'Whoever makes this step, or waits for it (it was made by `courier` and `provider`), is stuck. Set info.version to 2.0.0, or take the change back. `npm run diff -- lastmile` lists everything.\n',
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`::error file=${step.file},line=\\d+,title=version::`));
    version('1.0.0', '2.0.0');
    expect((await clone.gate('check')).stderr).toMatch(
      /^✗ specs\/changelog\/lastmile\.md has no entry for 2\.0\.0[^\n]*\n$/,
    );
    await clone.gate('changelog', 'lastmile');
    expect(clone.read('specs/changelog/lastmile.md')).toContain(
      '### Breaking\n\n- **The status can no longer go from `returning` to `failed`.** ',
    );
    expect((await clone.gate('check')).status).toBe(0);
  });

  it('freezes a pre-release beside the stable one, which stays the base', async () => {
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
    [
      'a released document',
      released,
      'specs/released/lastmile.yaml was changed by hand after its release',
    ],
    ['a released decision', 'specs/DECISIONS.md', 'was edited after its release'],
  ])('makes an edit of %s show', (_, file, sentence) => {
    const before = clone.read(file);
    clone.write(file, `${before.trimEnd()} And more.\n`);
    const complaints = checkRecords(clone.repository);
    clone.write(file, before);
    expect(complaints.map(({ message }) => message)).toEqual([expect.stringContaining(sentence)]);
  });
});

describe('the plan of what is published', () => {
  const folders = [
    'client-core',
    'lastmile-types',
    'lastmile-client',
    'marketplace-types',
    'marketplace-client',
    'mock',
  ];

  it('asks for a build first', async () => {
    const { status, stderr } = await clone.gate('publish', '--dry-run');
    expect(stderr).toMatch(/^packages\/\S+ has not been built\. Run `npm run build` first\.\n$/);
    expect(status).toBe(2);
  });

  it('lists every package with where it comes from, and the documents with their checksums', async () => {
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

  it('packs all of it, with checksums that hold, dependencies first', async () => {
    const target = join(clone.folder, 'out');
    const files = await packAll(
      clone.repository,
      plan(clone.repository),
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

  it('is not mixed with what lies in a folder, and leaves nothing behind when it fails', async () => {
    await expect(
      packAll(clone.repository, plan(clone.repository), join(clone.folder, 'out')),
    ).rejects.toThrow(/out is not empty\. Name a folder/);
    const failing = packAll(
      clone.repository,
      plan(clone.repository),
      join(clone.folder, 'other'),
      () => Promise.reject(new Failure('No bill.')),
    );
    await expect(failing).rejects.toThrow('No bill.');
    expect(existsSync(join(clone.folder, 'other'))).toBe(false);
  });
});
