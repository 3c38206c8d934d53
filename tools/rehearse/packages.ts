// Checks of the published packages.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkout } from './checkout.ts';
import type { Registry } from './registry.ts';
import { RehearsalError, run } from './run.ts';

interface Released {
  documents: Record<string, { version: string; sha256: string }>;
  packages: Record<string, { version: string }>;
}
interface Manifest {
  version: string;
  contract?: Contract | Contract[];
  dependencies?: Record<string, string>;
}
interface Contract {
  document: string;
  sha256: string;
}

/**
 * Checks all released packages in the registry: dist-tags, dependencies, and the content of the
 * tarballs.
 *
 * @returns the number of packages
 * @throws {RehearsalError} that names the first invalid package
 */
export async function checkPackages(
  checkout: Checkout,
  registry: Registry,
  folder: string,
): Promise<number> {
  const { documents, packages } = JSON.parse(
    checkout.read('specs/released/hashes.json'),
  ) as Released;
  mkdirSync(folder, { recursive: true });
  for (const [name, { version }] of Object.entries(packages)) {
    const fail = (message: string): never => {
      throw new RehearsalError(`${name}@${version} ${message}`);
    };
    const metadata = await registry.read(name);
    const isCandidate = version.includes('-');
    const tag = isCandidate ? 'next' : 'latest';
    if (metadata['dist-tags'][tag] !== version)
      fail(
        `does not have the dist-tag ${tag}. The dist-tags are ${JSON.stringify(metadata['dist-tags'])}.`,
      );
    if (metadata.versions[version] === undefined) fail('is not published.');
    for (const [published, { dependencies = {} }] of Object.entries(metadata.versions))
      for (const [dependency, range] of Object.entries(dependencies))
        if (
          !published.includes('-') &&
          dependency.startsWith('@delivery-api/') &&
          range.includes('-')
        )
          throw new RehearsalError(
            `${name}@${published} is stable but depends on ${dependency} ${range}.`,
          );
    const target = join(folder, name.replace('/', '-'));
    mkdirSync(target, { recursive: true });
    const [tarball = ''] = (
      JSON.parse(
        await run('npm', ['pack', '--json', `${name}@${version}`], {
          cwd: target,
          environment: registry.environment,
        }),
      ) as { filename: string }[]
    ).map(({ filename }) => filename);
    await run('tar', ['-xzf', tarball], { cwd: target });
    const read = (file: string): string => readFileSync(join(target, 'package', file), 'utf8');
    for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md'])
      if (read(file).trim() === '') fail(`has an empty ${file}.`);
    if (!read('CHANGELOG.md').includes(`## ${version} `))
      fail(`has a CHANGELOG.md without the heading '## ${version}'.`);
    const { contract = [] } = JSON.parse(read('package.json')) as Manifest;
    for (const { document, sha256 } of [contract].flat())
      if (documents[document.replace('specs/released/', '')]?.sha256 !== sha256)
        fail(
          `contains a hash of ${document} that differs from the hash in specs/released/hashes.json.`,
        );
  }
  return Object.keys(packages).length;
}
