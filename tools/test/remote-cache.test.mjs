import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryClone } from '../clone.mjs';
import { environment } from '../runtime.mjs';
import { startCacheServer } from './support/cache-server.mjs';

const credentials = { token: 'token-of-the-team', team: 'team-delivery' };
// A chain of tasks in two workspaces, instead of the whole build, which takes longer.
const tasks = ['contract:lastmile', '--filter=@delivery-api/mock'];
const dist = 'packages/mock/dist/contracts/lastmile.json';

let cache;
const clones = [];
before(async () => {
  cache = await startCacheServer(credentials);
});
after(() => {
  cache?.stop();
  for (const { remove } of clones) remove();
});

function clone() {
  const made = temporaryClone();
  clones.push(made);
  return made.folder;
}

/** Builds in a clone without local cache, with the shared remote cache. */
async function build(
  folder,
  { key = 'a key that only the team knows', token = credentials.token } = {},
) {
  rmSync(join(folder, '.turbo'), { recursive: true, force: true });
  const shared = {
    TURBO_API: cache.url,
    TURBO_TOKEN: token,
    TURBO_TEAM: credentials.team,
    TURBO_REMOTE_CACHE_SIGNATURE_KEY: key,
  };
  const child = spawn(
    process.execPath,
    ['tools/task.mjs', ...tasks, '--summarize', '--output-logs=errors-only', '--no-color'],
    {
      cwd: folder,
      env: { ...environment, ...shared, TURBO_CACHE_DIR: join(folder, '.turbo/cache') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, output);
  const [summary] = readdirSync(join(folder, '.turbo/runs'));
  const summaryTasks = JSON.parse(readFileSync(join(folder, '.turbo/runs', summary), 'utf8')).tasks;
  const ids = (kept) =>
    summaryTasks
      .filter(kept)
      .map(({ taskId }) => taskId.replace('@delivery-api/', ''))
      .sort();
  return {
    executed: ids(({ cache: { status } }) => status === 'MISS'),
    shared: ids(({ cache: { remote } }) => remote),
    output,
  };
}

test('a clone that shares the remote cache does not rebuild cached artifacts', {
  timeout: 600_000,
}, async (t) => {
  const [first, second] = [clone(), clone()];
  const before = await build(first);
  assert.deepEqual(before.shared, []);
  assert.deepEqual(before.executed, ['mock#contract:lastmile', 'specs#bundle:lastmile']);
  assert.equal(cache.requests.stored, before.executed.length);

  await t.test(
    'a second clone runs no task, and gets the file that the first clone built',
    async () => {
      const again = await build(second);
      assert.deepEqual(again.executed, []);
      assert.deepEqual(again.shared, before.executed);
      assert.equal(cache.requests.stored, before.executed.length);
      assert.equal(
        readFileSync(join(second, dist), 'utf8'),
        readFileSync(join(first, dist), 'utf8'),
      );
    },
  );

  await t.test('an artifact with an invalid signature is ignored and rebuilt', async () => {
    const signed = new Map([...cache.artifacts].map(([hash, { tag }]) => [hash, tag]));
    assert.ok([...signed.values()].every(Boolean), 'every artifact must be signed');
    const [hash] = [...cache.artifacts].sort(([, a], [, b]) => a.body.length - b.body.length)[0];
    cache.artifacts.get(hash).tag = Buffer.alloc(32).toString('base64');
    const third = await build(second);
    assert.equal(third.executed.length, 1);
    assert.equal(third.shared.length, before.executed.length - 1);
  });
});
