// Reads the Dockerfile of the mock. The test machines have no container engine.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../free-port.ts';

const folder = join(import.meta.dirname, '../../packages/mock');
const lines = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'));
const stageStarts = lines.flatMap((line, index) => (line.startsWith('FROM ') ? [index] : []));
const stages = stageStarts.map((start, index) => lines.slice(start, stageStarts[index + 1]));
const finalStage = stages.at(-1);
const argumentOf = (instruction) =>
  finalStage.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1);

function runHealthCheck(port) {
  const [, ...args] = JSON.parse(/CMD (\[.*\])$/.exec(argumentOf('HEALTHCHECK'))[1]);
  const onPort = args.map((arg) => arg.replace(':4010/', `:${port}/`));
  return spawnSync(process.execPath, onPort, { timeout: 20_000 }).status === 0;
}

const statusFor = (port, host) =>
  new Promise((resolve, reject) => {
    request({ port, path: '/_sandbox/health', headers: { host } }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end();
  });

async function waitForHealth(port, child) {
  while (child.exitCode === null) {
    const status = await statusFor(port, 'localhost').catch(() => undefined);
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The mock exited with ${child.exitCode}.`);
}

test('the image runs as a non-root user that owns none of the files', () => {
  assert.equal(argumentOf('USER'), 'node');
  assert.equal(argumentOf('COPY'), '--from=unpacked --chown=root:root /mock /mock');
  const indexOf = (start) => finalStage.findIndex((line) => line.startsWith(start));
  assert.ok(indexOf('RUN ') < indexOf('USER '));
});

test('the image contains neither npm nor npx, and nothing is downloaded during the build or the start', () => {
  assert.match(argumentOf('RUN'), /rm -rf .*node_modules .*\/npm .*\/npx /);
  assert.deepEqual(JSON.parse(argumentOf('ENTRYPOINT')), ['node', '/mock/dist/cli.js']);
  const downloads = lines.filter((line) =>
    /npm (ci|install|i|exec|run)|npx|curl|wget/.test(line.replace(/^RUN rm.*/, '')),
  );
  assert.deepEqual(downloads, []);
});

test('the image is built only from the packed package', () => {
  const ignored = readFileSync(join(folder, '.dockerignore'), 'utf8').trim().split('\n');
  assert.deepEqual(ignored, ['*', '!delivery-api-mock-*.tgz']);
  assert.ok(!lines.some((line) => line.startsWith('ADD ')));
});

test('the base image can be pinned by digest and uses a fixed major version of Node.js', () => {
  assert.match(lines[0], /^ARG NODE=node:\d+-alpine(@sha256:[0-9a-f]{64})?$/);
  const bases = stages.map(([from]) => from.replace(/ AS \w+$/, ''));
  assert.deepEqual(bases, Array(2).fill(`FROM $${'{NODE}'}`));
});

test('the default command of the image starts a mock that accepts only allowed hosts and passes the health check', async () => {
  const args = JSON.parse(argumentOf('CMD'));
  const portIndex = args.indexOf('--port') + 1;
  assert.equal(argumentOf('EXPOSE'), args[portIndex]);
  const port = await freePort();
  args[portIndex] = String(port);
  const command = [join(folder, 'dist/cli.js'), ...args, '--allow-host', 'mock.internal'];
  const child = spawn(process.execPath, command, { stdio: 'ignore' });
  try {
    await waitForHealth(port, child);
    const statuses = [];
    for (const host of ['127.0.0.1', 'mock:4010', 'mock.internal:4010', 'evil.example'])
      statuses.push((await statusFor(port, host)) === 200);
    assert.deepEqual(statuses, [true, true, true, false]);
    assert.equal(runHealthCheck(port), true);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.equal(runHealthCheck(port), false);
  } finally {
    child.kill('SIGKILL');
  }
});
