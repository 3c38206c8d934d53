import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commentBody } from '../src/pull-request/comment.ts';
import { type Clone, cloneRepository, type Line } from './support/clone.ts';
import { edited, smallContract } from './support/contract.ts';

let clone: Clone;
beforeAll(async () => {
  clone = await cloneRepository();
  clone.commit('Before');
}, 120_000);
afterAll(() => clone?.remove());

const oneLine = (text: string) => expect(text.trimEnd().split('\n')).toHaveLength(1);

it('diff rates a document without tags and security, and prints a warning for each missing member', async () => {
  const document = structuredClone(smallContract());
  const { tags, security, ...operation } = document.paths['/parcels/{id}'].get;
  const edit = { ...document.paths, '/parcels/{id}': { get: operation } };
  clone.write('full.json', JSON.stringify(document));
  clone.write('bare.json', JSON.stringify({ ...document, paths: edit }));
  const { status, stdout, stderr } = await clone.gate('diff', 'full.json', 'bare.json');
  expect(stderr).toBe(
    'warning: bare.json: getParcel has no `tags`. The comparison uses ["default"]. Add `tags`.\n' +
      'warning: bare.json: getParcel has no `security`. The comparison uses []. Add `security`.\n',
  );
  expect(stdout).toContain('Required version bump: major');
  expect(status).toBe(0);
});

describe('invalid arguments and documents', () => {
  beforeAll(() => {
    clone.write('broken.yaml', 'openapi: 3.1.0\npaths: {a: [}\n');
    clone.write('list.yaml', '- one\n');
    clone.write('refers.yaml', 'openapi: 3.1.0\npaths: {$ref: other.yaml}\n');
  });

  it.each([
    [['diff', 'nowhere.yaml', 'broken.yaml'], /^nowhere\.yaml: file not found\. Specify a file/],
    [
      ['diff', 'broken.yaml', 'broken.yaml'],
      /^broken\.yaml:2: invalid YAML \(.*\)\. Fix the line\.$/,
    ],
    [['diff', 'list.yaml', 'list.yaml'], /^list\.yaml: expected an OpenAPI document\./],
    [
      ['diff', 'refers.yaml', 'refers.yaml'],
      /^refers\.yaml refers to other files and is not an entry document/,
    ],
    [['diff', 'nope:specs/lastmile.yaml', 'broken.yaml'], /^Unknown git revision 'nope'\./],
    [
      ['diff', 'HEAD:specs/nowhere.yaml', 'broken.yaml'],
      /^Revision 'HEAD' has no file specs\/nowhere\.yaml\./,
    ],
    [['diff', '--upload-pack=x:specs/lastmile.yaml', 'broken.yaml'], /^Unknown option/],
    [
      ['diff', 'one', 'two', 'three'],
      /^Too many arguments: expected an interface name or two documents; got 3\.$/,
    ],
    [['diff', 'bookings'], /^Specify an interface: lastmile or marketplace; got 'bookings'\.$/],
    [
      ['diff', '--format', 'xml'],
      /^Unknown format 'xml'\. Use terminal, markdown, json, github\.$/,
    ],
    [['diff', '--loud'], /^Unknown option '--loud'\. Use `--help`/],
    [['check', '--today', 'tomorrow'], /^'tomorrow' is not a date\./],
    [['changelog'], /^Specify an interface:/],
    [
      ['changelog', 'lastmile', 'marketplace'],
      /^Too many arguments: expected one interface name; got 2\.$/,
    ],
    [['check', 'lastmile'], /^Unexpected argument 'lastmile'\. Use `--help`/],
    [['changelog', 'both'], /^Specify an interface: lastmile or marketplace; got 'both'\.$/],
    [['release', 'lastmile'], /^Unexpected argument 'lastmile'\. Use `--help`/],
    [['pack'], /^Specify either `--dry-run`/],
    [['pack', 'lastmile', '--dry-run'], /^Unexpected argument 'lastmile'\. Use `--help`/],
    [['report', 'lastmile'], /^Unexpected argument 'lastmile'\. Use `--help`/],
    [['pack', '--dry-run'], /^No contract is released yet/],
    [['report'], /^Specify a base revision with `--base`/],
    [['check', '--base', 'nope'], /^Unknown git revision 'nope'\./],
    [['report', '--base', 'nope', '--output', 'report.json'], /^Unknown git revision 'nope'\./],
    [['destroy'], /^Unknown command 'destroy'\. Use diff, check/],
    [[], /^Missing command\. Use diff, check/],
  ])('the arguments %j lead to a one-line error with exit code 2', async (args, message) => {
    const { status, stdout, stderr } = await clone.gate(...args);
    oneLine(stderr);
    expect(stderr.trimEnd()).toMatch(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it('rejects documents of different interfaces', async () => {
    clone.write('one.json', JSON.stringify(edited().document));
    clone.write(
      'other.json',
      JSON.stringify({ ...edited().document, 'x-interface': 'marketplace' }),
    );
    const { status, stderr } = await clone.gate('diff', 'one.json', 'other.json');
    expect(stderr).toBe(
      'one.json is a lastmile contract, and other.json is a marketplace contract. Compare two documents of the same interface.\n',
    );
    expect(status).toBe(2);
  });

  it('reports a source that cannot be bundled', async () => {
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

  it('removes temporary folders after a failure', async () => {
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

describe('--help', () => {
  it.each([
    ['diff', 'npm run diff -- [lastmile | marketplace]\n'],
    ['check', 'npm run check:contract -- [options]\n'],
    ['changelog', 'npm run changelog -- (lastmile | marketplace) [--print]\n'],
    ['release', 'npm run release -- [--dry-run]\n'],
    ['pack', 'npm run release:pack -- --dry-run | --output FOLDER\n'],
    ['report', 'npm run gate -w @delivery-api/contract-gate -- report --base REVISION'],
  ])('prints the usage of the %s command and exits with code 0', async (command, usage) => {
    const { status, stdout, stderr } = await clone.gate(command, '--help');
    expect(stdout.startsWith(`Usage: ${usage}`), stdout).toBe(true);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('lists all commands and exits with code 0', async () => {
    const { status, stdout } = await clone.gate('--help');
    for (const name of ['diff', 'check', 'changelog', 'release', 'pack', 'report'])
      expect(stdout).toContain(`  ${name} `);
    expect(status).toBe(0);
  });
});

describe('before the first release', () => {
  it('diff prints one line for each interface and requires no bump', async () => {
    const { status, stdout } = await clone.gate('diff');
    expect(stdout).toMatch(
      /^lastmile: no release yet; .* would be the first release\.\n\nmarketplace: .*\.\nRequired version bump: none\n$/,
    );
    expect(status).toBe(0);
  });

  it('check accepts the contracts', async () => {
    const { status, stdout, stderr } = await clone.gate('check');
    expect(stderr).toBe('');
    expect(stdout).toContain('The change can be merged');
    expect(status).toBe(0);
  });
});

describe('two revisions', () => {
  let transition: Line;

  beforeAll(() => {
    transition = clone.find('specs/marketplace', /from: ready, to: completed,/);
    transition.remove();
    clone.commit('Remove a transition');
  });
  afterAll(() => {
    transition.restore();
    clone.commit('Restore the transition');
  });

  it('diff prints the source lines of the changes, and the required version bump at the end', async () => {
    const { status, stdout } = await clone.gate(
      'diff',
      'HEAD~1:specs/marketplace.yaml',
      'specs/marketplace.yaml',
    );
    const line =
      clone
        .read(transition.file)
        .split('\n')
        .findIndex((one) => one.trim() === 'transitions:') + 1;
    expect(stdout).toContain(
      '  major  behavior   The status can no longer change from `ready` to `completed`.\n',
    );
    expect(stdout).toContain(`         ${transition.file}:${line}  [`);
    expect(stdout.endsWith('\nRequired version bump: major\n')).toBe(true);
    expect(status).toBe(0);
  });

  it('diff prints the interface and the direction of each change as JSON', async () => {
    const { stdout } = await clone.gate(
      'diff',
      'HEAD~1:specs/marketplace.yaml',
      'HEAD:specs/marketplace.yaml',
      '--format',
      'json',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      required_bump: 'major',
      differences: [
        {
          interface: 'marketplace',
          changes: [{ interface: 'marketplace', direction: 'behavior', bump: 'major' }],
        },
      ],
    });
  });
});

it('check accepts a pull request that repairs the contract, with a warning about the base branch', async () => {
  const before = clone.read('specs/lastmile.yaml');
  clone.write('specs/lastmile.yaml', 'openapi: 3.1.0\npaths: {a: [}\n');
  clone.commit('Broken contract');
  clone.write('specs/lastmile.yaml', before);
  const { status, stderr } = await clone.gate('check', '--base', 'HEAD');
  clone.commit('Repaired contract');
  oneLine(stderr);
  expect(stderr).toMatch(
    /^warning: lastmile is not compared with HEAD: HEAD:specs\/lastmile\.yaml:2: invalid YAML/,
  );
  expect(status).toBe(0);
});

describe('a pull request', () => {
  let transition: Line;
  beforeAll(() => {
    transition = clone.find('specs/lastmile', /from: scheduled, to: searching,/);
    transition.remove();
  });
  afterAll(() => transition.restore());

  it('report compares a pull request with its base branch, and commentBody renders the report as a comment', async () => {
    const { status, stdout } = await clone.gate(
      'report',
      '--base',
      'HEAD',
      '--output',
      'report.json',
    );
    expect(stdout).toBe('Wrote report.json. Interfaces: 2; violations: 1.\n');
    expect(status).toBe(0);
    const body = commentBody(JSON.parse(clone.read('report.json')), 'https://forge.example/run/1');
    expect(body).toContain('### lastmile: base branch to specs/lastmile.yaml');
    expect(body).toContain('The status can no longer change from `scheduled` to `searching`.');
    expect(body).toMatch(/Redocly score: \d+\.\d before, \d+\.\d after\./);
    expect(body).toMatch(/### marketplace: .*\n\nNo difference\./);
  });

  it('check requires a list item in the changelog for a breaking change', async () => {
    const changelog = 'specs/changelog/lastmile.md';
    const before = clone.read(changelog);
    const check = () => clone.gate('check', '--base', 'HEAD', '--format', 'github');
    const rejected = await check();
    expect(rejected.stderr).toMatch(
      /^✗ specs\/changelog\/lastmile\.md: the entry for \S+ has not changed since HEAD, but the contract has a major change: The status can no longer change/,
    );
    expect(rejected.stdout.match(/^::warning/gm)).toHaveLength(1);
    clone.write(
      changelog,
      before.replace(
        /^(## .*\n)/m,
        '$1\n- **The search for a courier starts immediately.** No action is required.\n',
      ),
    );
    expect((await check()).stderr).toBe('');
    clone.write(changelog, before);
  });
});
