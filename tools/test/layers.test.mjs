import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Imports that a rule must reject: the rule, the importing file, the imported file, and the keyword
 * if it is not `import`.
 */
const rejected = [
  ['no-file-cycles', 'packages/codegen/src/a.ts', 'packages/codegen/src/b.ts'],
  ['no-file-cycles', 'packages/codegen/src/b.ts', 'packages/codegen/src/a.ts', 'import type'],
  ['no-folder-cycles', 'packages/codegen/src/one/c.ts', 'packages/codegen/src/two/d.ts'],
  ['no-folder-cycles', 'packages/codegen/src/two/e.ts', 'packages/codegen/src/one/f.ts'],
  ['imports-of-specs', 'specs/contract/a.ts', 'packages/mock/src/a.ts'],
  ['imports-of-codegen', 'packages/codegen/src/g.ts', 'packages/client-core/src/a.ts'],
  ['imports-of-lastmile-types', 'packages/lastmile-types/a.ts', 'specs/contract/b.ts'],
  ['imports-of-marketplace-types', 'packages/marketplace-types/a.ts', 'specs/contract/b.ts'],
  ['imports-of-client-core', 'packages/client-core/src/b.ts', 'specs/contract/b.ts'],
  [
    'imports-of-lastmile-client',
    'packages/lastmile-client/src/a.ts',
    'packages/marketplace-types/b.ts',
  ],
  [
    'imports-of-marketplace-client',
    'packages/marketplace-client/src/a.ts',
    'packages/sandbox/src/a.ts',
  ],
  ['imports-of-sandbox', 'packages/sandbox/src/b.ts', 'packages/mock/src/a.ts', 'import type'],
  ['imports-of-mock', 'packages/mock/src/b.ts', 'packages/client-core/src/a.ts'],
  ['imports-of-contract-gate', 'packages/contract-gate/src/a.ts', 'packages/mock/src/a.ts'],
  ['imports-of-docs-site', 'docs-site/src/a.ts', 'packages/mock/src/a.ts'],
  [
    'layers-of-client-core-src',
    'packages/client-core/src/errors/a.ts',
    'packages/client-core/src/options/b.ts',
    'import type',
  ],
  [
    'layers-of-sandbox-src',
    'packages/sandbox/src/kernel/a.ts',
    'packages/sandbox/src/lastmile/b.ts',
  ],
  [
    'layers-of-sandbox-src',
    'packages/sandbox/src/webhooks/a.ts',
    'packages/sandbox/src/marketplace/b.ts',
  ],
  [
    'layers-of-sandbox-src-lastmile',
    'packages/sandbox/src/lastmile/domain/a.ts',
    'packages/sandbox/src/lastmile/scenarios/b.ts',
    'import type',
  ],
  [
    'layers-of-sandbox-src-marketplace',
    'packages/sandbox/src/marketplace/views/a.ts',
    'packages/sandbox/src/marketplace/operations/b.ts',
  ],
  ['layers-of-mock-src', 'packages/mock/src/contract/a.ts', 'packages/mock/src/http/b.ts'],
  [
    'layers-of-contract-gate-src',
    'packages/contract-gate/src/diff/a.ts',
    'packages/contract-gate/src/release/b.ts',
  ],
  ['types-only-as-types', 'packages/sandbox/src/c.ts', 'packages/lastmile-types/b.ts'],
  ['no-http-in-the-sandbox', 'packages/sandbox/src/d.ts', 'node:http'],
  ['no-package-internals', 'packages/mock/src/c.ts', 'packages/sandbox/src/a.ts'],
  ['imports-of-examples', 'examples/a.ts', 'packages/sandbox/src/a.ts'],
  ['imports-of-tools', 'tools/a.ts', 'packages/mock/src/a.ts'],
  ['no-package-internals-elsewhere', 'benchmarks/a.ts', 'packages/mock/src/a.ts'],
];

/** Imports that no rule rejects. */
const accepted = [
  ['packages/sandbox/src/e.ts', '@delivery-api/lastmile-types', 'import type'],
  ['packages/sandbox/src/lastmile/operations/c.ts', 'packages/sandbox/src/lastmile/state/d.ts'],
  ['packages/mock/src/d.ts', '@delivery-api/sandbox'],
  ['packages/codegen/test/a.test.ts', 'packages/mock/src/a.ts'],
];

let folder;
let found;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'layers-'));
  const imports = new Map();
  for (const [from, to, keyword = 'import'] of [
    ...rejected.map(([, ...one]) => one),
    ...accepted,
  ]) {
    const path = /^(node:|@)/.test(to) ? to : `./${relative(dirname(from), to)}`;
    imports.set(from, [...(imports.get(from) ?? []), `${keyword} { x } from '${path}';`]);
    if (path.startsWith('.') && !imports.has(to)) imports.set(to, []);
  }
  for (const [file, lines] of imports) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${lines.join('\n')}\nexport type x = 1;\n`);
  }
  mkdirSync(join(folder, 'node_modules/@delivery-api'), { recursive: true });
  for (const [name, entry] of [
    ['sandbox', './src/a.ts'],
    ['lastmile-types', './b.ts'],
  ]) {
    const manifest = { name: `@delivery-api/${name}`, exports: { '.': entry } };
    writeFileSync(join(folder, 'packages', name, 'package.json'), JSON.stringify(manifest));
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules', manifest.name));
  }
  const run = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    [
      '--config',
      join(root, 'tools/dependency-cruiser.mjs'),
      '--output-type',
      'json',
      'specs',
      'packages',
      'docs-site',
      'examples',
      'benchmarks',
      'tools',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  assert.ok(run.stdout.startsWith('{'), run.stdout + run.stderr);
  found = JSON.parse(run.stdout).summary.violations;
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Returns whether the rule rejects the import. A cycle is reported only once, at either end. */
const violates = (rule, from, to) =>
  found.some((one) => {
    const ends = [one.from, one.to];
    const isEnd = (path) =>
      [path, dirname(path), path.replace('node:', '')].some((end) => ends.includes(end));
    return one.rule.name === rule && isEnd(from) && isEnd(to);
  });

for (const [rule, from, to, keyword = 'import'] of rejected)
  test(`${rule} rejects \`${keyword}\` of ${to} in ${from}`, () => {
    assert.ok(violates(rule, from, to), JSON.stringify(found.filter((one) => one.from === from)));
  });

for (const [from, to] of accepted)
  test(`no rule rejects the import of ${to} in ${from}`, () => {
    assert.deepEqual(
      found.filter((one) => one.from === from),
      [],
    );
  });

test('the tests have a rejected import for each rule', async () => {
  const { default: config } = await import('../dependency-cruiser.mjs');
  const testedRules = new Set(rejected.map(([rule]) => rule));
  assert.deepEqual(
    config.forbidden.map(({ name }) => name).filter((name) => !testedRules.has(name)),
    [],
  );
});
