import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (file) => readFileSync(join(root, file), 'utf8');

const { version, updates } = parse(read('.github/dependabot.yml'));

test('Dependabot updates npm packages, GitHub Actions, and the base image', () => {
  assert.equal(version, 2);
  assert.deepEqual(
    updates.map((update) => `${update['package-ecosystem']} ${update.directory}`),
    ['npm /', 'github-actions /', 'docker /packages/mock'],
  );
});

test('Dependabot groups npm and GitHub Actions updates', () => {
  for (const update of updates.slice(0, 2))
    assert.ok(Object.keys(update.groups ?? {}).length > 0, update['package-ecosystem']);
});

for (const name of readdirSync(join(root, '.github/workflows'))) {
  const workflow = read(`.github/workflows/${name}`);

  test(`${name} pins every action to a commit, with the version of the action in a comment`, () => {
    const actions = [...workflow.matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
    const pinned = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*$/;
    assert.deepEqual(
      actions.filter((action) => !pinned.test(action)),
      [],
    );
  });

  test(`${name} grants write permissions only to individual jobs`, () => {
    const { permissions } = parse(workflow);
    assert.notEqual(permissions, undefined);
    assert.ok(!Object.values(permissions).includes('write'));
  });
}

test('SECURITY.md refers to private vulnerability reporting and contains no email address', () => {
  const text = read('SECURITY.md');
  assert.match(text, /Report a vulnerability/);
  assert.doesNotMatch(text, /[\w.]+@[\w-]+\.\w+/);
});

for (const heading of ['Supported versions', 'Scope', 'Limits of the mock'])
  test(`SECURITY.md has the section "${heading}"`, () =>
    assert.ok(read('SECURITY.md').includes(`## ${heading}`)));
