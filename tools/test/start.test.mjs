import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../free-port.ts';
import { script, start } from './support/start.mjs';

const root = join(import.meta.dirname, '../..');

const isUnreachable = (url) =>
  fetch(url).then(
    () => false,
    () => true,
  );

for (const [name, signal, target] of [
  ['Control+C', 'SIGINT', 'the process group'],
  ['SIGTERM', 'SIGTERM', 'the script only'],
]) {
  test(`both services run, the printed curl command works, and ${name} to ${target} stops both`, {
    timeout: 240_000,
    skip: process.platform === 'win32' && 'POSIX signals',
  }, async () => {
    const { mock, docs, output, stop } = await start();
    assert.match(output, new RegExp(`site +http://localhost:${docs}`));
    assert.match(output, new RegExp(`sandbox +http://localhost:${mock}/lastmile`));
    assert.match(output, new RegExp(`web page +http://localhost:${mock}\n`));
    for (const short of ['client-core', 'lastmile-client', 'mock'])
      assert.equal((await fetch(`http://localhost:${docs}/downloads/${short}.tgz`)).status, 200);
    assert.equal((await fetch(`http://localhost:${docs}/`)).status, 200);
    const [line] = output.match(/curl .*/) ?? [];
    const result = spawnSync('sh', ['-c', `${line} -s -w '\\n%{http_code}'`], { encoding: 'utf8' });
    assert.match(result.stdout, /\n200$/);
    assert.match(JSON.parse(result.stdout.replace(/\n200$/, '')).id, /^sto_/);

    assert.equal(await stop(signal, target), 0);
    assert.equal(await isUnreachable(`http://localhost:${mock}/_sandbox/health`), true);
    assert.equal(await isUnreachable(`http://localhost:${docs}/`), true);
  });
}

test('an occupied port is reported in one line with a suggestion', async () => {
  const blocker = createServer();
  await new Promise((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address();
  const run = spawnSync(process.execPath, [script], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, MOCK_PORT: String(port), DOCS_PORT: String(await freePort()) },
  });
  blocker.close();
  assert.equal(run.status, 1);
  assert.equal(
    run.stderr,
    `Port ${port} is in use. Select another port, for example: MOCK_PORT=${port + 1} npm start\n`,
  );
});

test('an invalid port is reported in one line', () => {
  const run = spawnSync(process.execPath, [script], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, MOCK_PORT: 'http' },
  });
  assert.deepEqual(
    [run.status, run.stderr],
    [1, "MOCK_PORT must be an integer from 1 to 65535; got 'http'.\n"],
  );
});

test('an unsupported Node.js version is reported in one line', () => {
  const old = `Object.defineProperty(process.versions, 'node', { value: '20.19.0' }); import(${JSON.stringify(`file://${script}`)});`;
  const run = spawnSync(process.execPath, ['-e', old], { cwd: root, encoding: 'utf8' });
  assert.equal(run.status, 1);
  assert.match(
    run.stderr,
    /^The tools in this repository require Node\.js 22\.18 or later; this is Node\.js 20\.19\.0\. .*\n$/,
  );
});
