import assert from 'node:assert/strict';
import { readFileSync, realpathSync } from 'node:fs';
import { test } from 'node:test';

const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
);
const entries = Object.entries(packages);

test('the lock file contains every platform package, so npm ci works on all platforms', () => {
  const locked = new Set(entries.map(([path]) => path.split('node_modules/').pop()));
  const missing = entries.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `${path} needs ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('the lock file contains an integrity hash for every external package', () => {
  const open = entries
    .filter(([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity)
    .map(([path]) => path);
  assert.deepEqual(open, []);
});

test('the lock file contains no download URL', () => {
  assert.deepEqual(
    entries.filter(([, { resolved = '' }]) => resolved.includes('://')).map(([path]) => path),
    [],
  );
});

test('no package may run an install script', () => {
  const { allowScripts } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const scripted = entries
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.split('node_modules/').pop());
  assert.deepEqual(
    [...new Set(scripted)].sort().filter((name) => allowScripts[name] !== false),
    [],
  );
});

test('tsc is the TypeScript version of the packages, not one of the versions under test', () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../node_modules/typescript/package.json', import.meta.url), 'utf8'),
  );
  const bin = realpathSync(new URL('../../node_modules/.bin/tsc', import.meta.url));
  assert.ok(
    bin.endsWith('/typescript/bin/tsc'),
    `${bin} is not TypeScript ${version}. Run npm ci.`,
  );
});
