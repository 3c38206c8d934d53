import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const json = <Value>(file: string): Value =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Value;

/** What may be shipped with a package under MIT. */
const allowed: readonly string[] = [
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

interface Manifest {
  name: string;
  private?: boolean;
  license?: string;
  files?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const published = readdirSync(join(root, 'packages'))
  .map((name) => ({
    folder: `packages/${name}`,
    ...json<Manifest>(`packages/${name}/package.json`),
  }))
  .filter((one) => one.private !== true);

/** Everything that installing a package brings, by the folder that it is installed in. */
function installedWith(
  { dependencies = {}, optionalDependencies = {}, peerDependencies = {} }: Manifest,
  from: string,
  found = new Map<string, Manifest>(),
): Map<string, Manifest> {
  for (const name of Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
  })) {
    const folder = [`${from}/node_modules/${name}`, `node_modules/${name}`].find((one) =>
      existsSync(join(root, one, 'package.json')),
    );
    if (folder === undefined) throw new Error(`${name}, which ${from} needs, is not installed.`);
    if (found.has(folder)) continue;
    const manifest = json<Manifest>(`${folder}/package.json`);
    found.set(folder, manifest);
    installedWith(manifest, folder, found);
  }
  return found;
}

describe.each(published)('$name', (own) => {
  it('is under MIT, and carries its text', () => {
    expect(own.license).toBe('MIT');
    expect(readFileSync(join(root, own.folder, 'LICENSE'), 'utf8')).toContain(
      'Permission is hereby granted',
    );
  });

  it('brings nothing along under a licence that asks for more', () => {
    const others = [...installedWith(own, own.folder).values()].map(
      ({ name, license }) => `${name}: ${license}`,
    );
    expect(
      others.filter((one) => !allowed.some((licence) => one.endsWith(`: ${licence}`))),
    ).toEqual([]);
  });
});

describe('what is bundled into the mock', () => {
  const notices = (): string =>
    readFileSync(join(root, 'packages/mock/dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const listed = (): string[][] =>
    [...notices().matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d[\w.+-]*) \((.+)\)$/gm)].map(
      ([, ...parts]) => parts as string[],
    );

  it('is listed in its notices, each package with its version', async () => {
    // Bundled once more, without what the build leaves out; the build itself is not asked.
    const leftOut = [
      '@faker-js/faker',
      'json-schema-faker',
      'node-fetch',
      'http-proxy-agent',
      'https-proxy-agent',
      'pino',
      'postman-collection',
    ];
    const { metafile } = await build({
      entryPoints: ['src/index.ts', 'src/cli.ts', 'src/page/client/main.ts'],
      absWorkingDir: join(root, 'packages/mock'),
      outdir: 'nowhere',
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      external: [
        ...leftOut,
        '@stoplight/http-spec',
        '@stoplight/http-spec/*',
        '@stoplight/json-schema-ref-parser',
      ],
      logLevel: 'error',
    });
    const bundled = new Set(
      Object.keys(metafile.inputs).flatMap((file) => {
        const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
        return name === undefined ? [] : [name];
      }),
    );
    expect(bundled.size).toBeGreaterThan(10);
    const names = listed().map(([name]) => name);
    expect([...bundled].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('is under licences that may be shipped', () => {
    expect(listed().length).toBeGreaterThan(10);
    expect(listed().filter(([, , licence]) => !allowed.includes(licence as string))).toEqual([]);
  });
});
