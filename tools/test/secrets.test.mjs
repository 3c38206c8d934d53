import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** Scans one file with the repository's rules and returns whether the scan finds no secret. */
function isClean(text) {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  try {
    writeFileSync(join(folder, 'settings.ts'), text);
    const command = join(root, 'node_modules/secretlint/bin/secretlint.js');
    const args = [command, '--secretlintrc', join(root, '.secretlintrc.json'), 'settings.ts'];
    const { status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0 && status !== 1) throw new Error(`secretlint exited with ${status}.`);
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// The secrets are assembled here so that the scan of this repository does not find them.
const rsa = (boundary) => `-----${boundary} RSA ${'PRIVATE'} KEY-----`;
const secrets = {
  'a private key': `${rsa('BEGIN')}\n${'MIIEpAIBAAKCAQEA'.repeat(20)}\n${rsa('END')}`,
  'a GitHub token': `const token = '${'ghp'}_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}';`,
  'a password in a URL': `const url = 'https://${'admin'}:${'hunter2hunter2'}@db.example.com/';`,
};
for (const [name, text] of Object.entries(secrets))
  test(`the scan finds ${name}`, () => assert.equal(isClean(text), false));

test('the scan accepts a sandbox token and the passwords of the tests', () => {
  const text = `const token = 'test_token'; const url = 'http://user:secret@127.0.0.1/';`;
  assert.equal(isClean(text), true);
});

test('`npm test` includes the secret scan', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.match(scripts['lint:secrets'], /secretlint/);
  assert.match(scripts.test, /lint:secrets/);
});
