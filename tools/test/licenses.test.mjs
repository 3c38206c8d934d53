import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const readText = (file) => readFileSync(join(root, file), 'utf8');
const readJson = (file) => JSON.parse(readText(file));

/** SPDX identifiers of licenses that are compatible with distribution under MIT. */
const allowed = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'Unlicense',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Python-2.0',
];

const published = readdirSync(join(root, 'packages'))
  .map((name) => ({ folder: `packages/${name}`, ...readJson(`packages/${name}/package.json`) }))
  .filter((manifest) => manifest.private !== true);

/** Returns the manifests of all direct and transitive dependencies, by installation folder. */
function installedWith(manifest, from, found = new Map()) {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  for (const name of Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
  })) {
    const folder = [`${from}/node_modules/${name}`, `node_modules/${name}`].find((candidate) =>
      existsSync(join(root, candidate, 'package.json')),
    );
    if (folder === undefined) throw new Error(`${name}, required by ${from}, is not installed.`);
    if (found.has(folder)) continue;
    found.set(folder, readJson(`${folder}/package.json`));
    installedWith(found.get(folder), folder, found);
  }
  return found;
}

for (const manifest of published) {
  test(`${manifest.name} is licensed under MIT and includes the license text`, () => {
    assert.equal(manifest.license, 'MIT');
    assert.match(readText(`${manifest.folder}/LICENSE`), /Permission is hereby granted/);
  });

  test(`${manifest.name} installs only packages with an allowed license`, () => {
    const rejected = [...installedWith(manifest, manifest.folder).values()].filter(
      ({ license }) => !allowed.includes(license),
    );
    assert.deepEqual(
      rejected.map(({ name, license }) => `${name}: ${license}`),
      [],
    );
  });
}

describe('the notices of the mock', () => {
  const notices = () =>
    [
      ...readText('packages/mock/dist/THIRD-PARTY-NOTICES.txt').matchAll(
        /^((?:@[\w.-]+\/)?[\w.-]+) (\d[\w.+-]*) \((.+)\)$/gm,
      ),
    ].map(([, name, , license]) => ({ name, license }));

  test('the notices list every bundled package', async () => {
    // The test creates its own bundle to find the packages. The bundle excludes these packages.
    const external = [
      '@faker-js/faker',
      'json-schema-faker',
      'node-fetch',
      'http-proxy-agent',
      'https-proxy-agent',
      'pino',
      'postman-collection',
      'lodash/fp',
      'mime-types',
      '@stoplight/http-spec',
      '@stoplight/http-spec/*',
      '@stoplight/json-schema-ref-parser',
    ];
    const { metafile } = await build({
      entryPoints: ['src/index.ts', 'src/cli/main.ts', 'src/page/client/main.ts'],
      absWorkingDir: join(root, 'packages/mock'),
      outdir: 'not-written',
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      external,
      logLevel: 'error',
    });
    const bundled = new Set(
      Object.keys(metafile.inputs).flatMap(
        (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
      ),
    );
    assert.ok(bundled.size > 10);
    const listed = notices().map(({ name }) => name);
    assert.deepEqual(
      [...bundled].filter((name) => !listed.includes(name)),
      [],
    );
  });

  test('the notices contain only allowed licenses', () => {
    assert.ok(notices().length > 10);
    assert.deepEqual(
      notices().filter(({ license }) => !allowed.includes(license)),
      [],
    );
  });
});
