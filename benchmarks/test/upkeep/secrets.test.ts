import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Scans one file with the rules of the repository; whether it is clean. */
function isClean(text: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  try {
    writeFileSync(join(folder, 'settings.ts'), text);
    const args = [
      join(root, 'node_modules/secretlint/bin/secretlint.js'),
      '--secretlintrc',
      join(root, '.secretlintrc.json'),
      'settings.ts',
    ];
    const { status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0 && status !== 1) throw new Error('secretlint itself failed.');
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Put together here, so that the scan of this repository does not find them.
it.each([
  [
    'a private key',
    `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${'MIIEpAIBAAKCAQEA'.repeat(20)}\n-----END RSA ${'PRIVATE'} KEY-----`,
  ],
  ['a token of a forge', `const token = '${'ghp'}_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}';`],
  [
    'a password in an address',
    `const url = 'https://${'admin'}:${'hunter2hunter2'}@db.example.com/';`,
  ],
])('%s is found', (_, text) => {
  expect(isClean(text)).toBe(false);
});

it('a token of the sandbox and the passwords of our own tests are none', () => {
  expect(isClean(`const token = 'test_token'; const url = 'http://user:secret@127.0.0.1/';`)).toBe(
    true,
  );
});

it('the scan is part of `npm test`', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['lint:secrets']).toContain('secretlint');
  expect(scripts.test).toContain('lint:secrets');
});
