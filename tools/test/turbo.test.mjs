import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryClone } from '../clone.mjs';
import { environment } from '../runtime.mjs';

let clone;
before(() => {
  clone = temporaryClone();
});
after(() => clone?.remove());

/** Builds in the clone and returns the tasks that ran and the tasks served from the cache. */
function build() {
  const run = spawnSync(
    'turbo',
    ['run', 'build', '--output-logs=hash-only', '--log-order=stream', '--no-color'],
    {
      cwd: clone.folder,
      env: { ...environment, TURBO_CACHE_DIR: join(clone.folder, '.turbo/cache') },
      encoding: 'utf8',
    },
  );
  assert.equal(run.status, 0, `${run.stdout}${run.stderr}`);
  const lines = run.stdout.split('\n');
  const tasks = (kind) =>
    lines
      .filter((line) => line.includes(`: cache ${kind}`))
      .map((line) => line.split(': cache')[0].replace(/:([^:]+(:\w+)?)$/, '#$1'));
  return { ran: tasks('miss'), cached: tasks('hit'), full: run.stdout.includes('FULL TURBO') };
}

test('a second build runs no task, and a change to one contract does not rebuild packages of the other', {
  timeout: 300_000,
}, () => {
  const first = build();
  assert.ok(
    first.ran.some((task) => task.includes('marketplace')) &&
      first.ran.some((task) => task.includes('lastmile')),
    `built: ${first.ran}`,
  );

  const second = build();
  assert.deepEqual(second.ran, []);
  assert.equal(second.full, true);

  for (const [touched, other] of [
    ['lastmile', 'marketplace'],
    ['marketplace', 'lastmile'],
  ]) {
    appendFileSync(join(clone.folder, 'specs', `${touched}.yaml`), '# touched\n');
    const { ran } = build();
    assert.ok(
      ran.some((task) => task.includes(`${touched}-client`)),
      `built: ${ran}`,
    );
    assert.deepEqual(
      ran.filter((task) => task.includes(other)),
      [],
    );
  }
});
