import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { parse } from 'yaml';
import { findSnapshot } from '../rehearse/snapshot.ts';
import { isKnownAction, runWorkflow } from '../rehearse/workflow.ts';

const workflows = join(import.meta.dirname, '../../.github/workflows');

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workflow-'));
  mkdirSync(join(folder, '.github/workflows'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a workflow from its text, and returns the commands that ran. */
function runText(text, options = {}) {
  writeFileSync(join(folder, '.github/workflows/example.yml'), text);
  return runWorkflow('example.yml', {
    folder,
    temporary: join(folder, 'runner'),
    github: { event_name: 'push', ref_name: 'lastmile@1.0.0' },
    environment: {},
    ...options,
  });
}
const written = (file) => readFileSync(join(folder, file), 'utf8').trim();

test('the rehearsal can run or omit every action of the workflows', () => {
  const used = readdirSync(workflows).flatMap((name) =>
    Object.values(parse(readFileSync(join(workflows, name), 'utf8')).jobs).flatMap(({ steps }) =>
      steps.flatMap(({ uses }) => uses ?? []),
    ),
  );
  assert.ok(used.length > 10);
  assert.deepEqual(
    used.filter((action) => !isKnownAction(action)),
    [],
  );
});

test('a job without a checkout receives the artifact of an earlier job in a separate folder', async () => {
  const commands = await runText(`
jobs:
  build:
    steps:
      - uses: actions/checkout@1
      - run: mkdir out && echo content > out/file
      - uses: actions/upload-artifact@1
        with: { name: built, path: out }
  deploy:
    steps:
      - uses: actions/download-artifact@1
        with: { name: built, path: here }
      - run: cp file ../copy
        working-directory: here
`);
  assert.deepEqual(commands, ['mkdir out && echo content > out/file', 'cp file ../copy']);
  assert.equal(written('runner/example.yml/deploy/copy'), 'content');
});

test('the rehearsal evaluates the conditions, outputs and variables of a workflow', async () => {
  const commands = await runText(
    `
jobs:
  never: { if: "github.event_name == 'pull_request'", steps: [{ run: exit 1 }] }
  build:
    steps:
      - uses: actions/checkout@1
      - { id: pages, uses: actions/configure-pages@1 }
      - { id: report, uses: actions/download-artifact@1, continue-on-error: true, with: { name: no, path: no } }
      - { if: "steps.report.outcome == 'success'", run: exit 1 }
      - run: echo "$SITE_URL $GITHUB_REF_NAME $RUNNER_TEMP" > result
        env: { SITE_URL: "\${{ steps.pages.outputs.base_url }}/" }
      - run: npm test
`,
    { outputs: { pages: { base_url: 'https://docs.example.com' } }, skip: ['npm test'] },
  );
  assert.equal(commands.length, 1);
  assert.equal(
    written('result'),
    `https://docs.example.com/ lastmile@1.0.0 ${join(folder, 'runner')}`,
  );
});

test('a failed step ends the workflow with an error that contains the name and output of the step', async () => {
  const running = runText(`
jobs:
  build:
    steps:
      - uses: actions/checkout@1
      - { name: Gate, run: "echo refused >&2; exit 3" }
      - run: touch later
`);
  await assert.rejects(running, ({ step, message }) => {
    assert.equal(step, 'Gate');
    assert.match(
      message,
      /^example\.yml, step 'Gate': `bash .*` exited with code 3 instead of 0:\nrefused$/,
    );
    return true;
  });
  assert.ok(!readdirSync(folder).includes('later'));
});

test('an unknown action causes an error that names the file to change', async () => {
  await assert.rejects(
    runText('jobs: { build: { steps: [{ uses: other/action@1 }] } }'),
    /cannot run the action other\/action\. Add it to tools\/rehearse\/workflow\.ts\./,
  );
});

test('an unknown state causes an error that lists the saved states, or states how to save them', () => {
  assert.throws(
    () => findSnapshot(join(folder, 'states'), 'minor'),
    /Run `npm run rehearse` first/,
  );
  mkdirSync(join(folder, 'states/1.0.0'), { recursive: true });
  assert.throws(() => findSnapshot(join(folder, 'states'), 'minor'), /Use one of: 1\.0\.0\./);
});
