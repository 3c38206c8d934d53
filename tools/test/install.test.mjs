import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryClone } from '../clone.mjs';
import { rootManifest, withMetadata } from '../metadata.mjs';
import { publishedPackages, root } from '../published.mjs';
import { cachedEnvironment, start } from './support/start.mjs';

const guide = readFileSync(join(root, 'docs-site/guides/install.md'), 'utf8');
const blocks = Array.from(
  guide.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm),
  ([, language, code]) => ({
    language,
    code,
  }),
);
const printed = (pattern) => {
  const found = blocks.filter(({ code }) => pattern.test(code));
  assert.equal(found.length, 1, `one block of install.md matches ${pattern}`);
  return found[0].code;
};

/** Returns the TypeScript blocks of a quickstart as one program. */
const quickstart = (name) => {
  const page = readFileSync(join(root, `docs-site/dist/quickstart-${name}.md`), 'utf8');
  return Array.from(page.matchAll(/^```ts\n([\s\S]*?)\n```$/gm), ([, code]) => code).join('\n');
};

test('the commands of the installation page, its program and the quickstarts work twice in an empty project', {
  timeout: 300_000,
  skip: process.platform === 'win32' && 'POSIX signals',
}, async () => {
  const { mock, docs, stop } = await start();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'installed-')));
  // Replaces both ports at once, because a new port can be 4000 or 4010.
  const ports = { 4000: docs, 4010: mock };
  const local = (text) =>
    text.replaceAll(/(?<=localhost:)(?:4000|4010)\b/g, (port) => String(ports[port]));
  // Removes the variables with which npm describes the project that runs this test.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
  );
  const run = (command) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', local(command)], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
    return stdout;
  };
  try {
    writeFileSync(join(folder, 'package.json'), '{"name":"empty","version":"1.0.0"}\n');
    for (let round = 1; round <= 2; round += 1) {
      run(printed(/downloads\/lastmile-client/));
      run(printed(/downloads\/marketplace-client/));
      run(printed(/downloads\/mock/));
    }
    writeFileSync(join(folder, 'first-call.mjs'), local(printed(/createBooking/)));
    for (let round = 1; round <= 2; round += 1)
      assert.match(run('node first-call.mjs'), /^bkg_\w+ searching\n$/);
    for (const [name, last] of [
      ['lastmile', /'delivered'\n\]\n$/],
      ['marketplace', /'completed' \]\n$/],
    ]) {
      writeFileSync(join(folder, 'quickstart.mts'), local(quickstart(name)));
      for (let round = 1; round <= 2; round += 1) assert.match(run('node quickstart.mts'), last);
    }
    const command = printed(/delivery-mock start/);
    assert.match(run(`${command} --help`), /--port/);
  } finally {
    await stop('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the documented command that packs the mock builds it first', { timeout: 300_000 }, () => {
  const files = [
    'docs-site/guides/shared-sandbox.md',
    ...['Dockerfile', 'deploy/compose.yaml'].map((file) => `packages/mock/${file}`),
  ];
  const commands = files.map(
    (file) => /npm pack .*/.exec(readFileSync(join(root, file), 'utf8'))?.[0],
  );
  assert.equal(new Set(commands).size, 1);
  const clone = temporaryClone();
  try {
    const packed = spawnSync('sh', ['-c', commands[0]], {
      cwd: clone.folder,
      env: cachedEnvironment,
      encoding: 'utf8',
    });
    assert.equal(packed.status, 0, packed.stderr);
    const listed = spawnSync('sh', ['-c', 'tar -tzf packages/mock/delivery-api-mock-*.tgz'], {
      cwd: clone.folder,
      encoding: 'utf8',
    });
    for (const file of [
      'dist/cli.js',
      'dist/contracts/lastmile.json',
      'dist/contracts/marketplace.json',
    ])
      assert.ok(listed.stdout.includes(`package/${file}\n`), `${file} in ${listed.stdout}`);
  } finally {
    clone.remove();
  }
});

for (const { short, folder, manifest } of publishedPackages()) {
  test(`${manifest.name} has keywords and the URLs of the root package.json, and is built before it is packed`, () => {
    assert.deepEqual(withMetadata(manifest, rootManifest(), short), manifest);
    assert.ok(manifest.keywords.length > 2);
    assert.match(
      manifest.scripts.prepack,
      new RegExp(`build .*--filter=${manifest.name}$|build --filter=${manifest.name}$`),
    );
    assert.ok(folder.endsWith(short));
  });
}
