import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../documents/release-hashes.ts';
import { GateError } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { run } from '../repository/run.ts';
import { npm } from './npm.ts';
import { type Manifest, publicPackages } from './workspaces.ts';

/** Builds the public packages and identifies their content. Tests replace it. */
export interface PackageBuilder {
  /**
   * Builds all public packages and the contracts.
   *
   * @throws {GateError} if the build fails
   */
  build(): Promise<void>;
  /** Returns the content hash of a built package. */
  contentHash(folder: string): Promise<string>;
}

/** Returns a builder that builds with turbo, and hashes the files that npm would pack. */
export const packageBuilder = (repository: Repository): PackageBuilder => ({
  async build() {
    const filters = publicPackages(repository).map(({ manifest }) => `--filter=${manifest.name}`);
    const { status, stdout, stderr } = await run(
      process.execPath,
      ['tools/task.mjs', 'build', 'contract:lastmile', 'contract:marketplace', ...filters],
      repository.root,
    );
    if (status !== 0)
      throw new GateError(
        `The build failed: ${firstError(`${stdout}\n${stderr}`)}. Run \`npm run build\` to see all errors.`,
      );
  },
  contentHash: (folder) => contentHash(repository, folder),
});

/**
 * Returns the first line of the turbo output that contains an error, such as `mock:build: error …`;
 * a fixed text if there is none.
 */
export const firstError = (output: string): string =>
  (output.split('\n').find((line) => /\berror\b/i.test(line)) ?? 'turbo reports no error').trim();

/**
 * Returns the SHA-256 of the content of a built package: all packed files except CHANGELOG.md. For
 * package.json, includes only the members that a consumer uses, without the version, the contract
 * and the versions of our own packages.
 *
 * @throws {GateError} if the package is not built, or if npm fails
 */
export async function contentHash(repository: Repository, folder: string): Promise<string> {
  if (!repository.exists(`${folder}/dist`))
    throw new GateError(`${folder} is not built. Run \`npm run build\` first.`);
  const root = repository.path(folder);
  const output = await npm(['pack', '--dry-run', '--json', '--ignore-scripts'], root, folder);
  const [tarball] = Object.values(
    JSON.parse(output) as Record<string, { files: { path: string }[] }>,
  );
  const lines = (tarball?.files ?? [])
    .map(({ path }) => path)
    .filter((path) => path !== 'CHANGELOG.md')
    .toSorted()
    .map((path) => {
      const content = readFileSync(join(root, path));
      return `${sha256(path === 'package.json' ? consumedMembers(content.toString()) : content)}  ${path}\n`;
    });
  return sha256(lines.join(''));
}

function consumedMembers(text: string): string {
  const { version, contract, scripts, devDependencies, ...consumed } = JSON.parse(
    text,
  ) as Manifest & { scripts?: unknown };
  const dependencies = Object.entries(consumed.dependencies ?? {}).map(([name, range]) => [
    name,
    name.startsWith('@delivery-api/') ? '*' : range,
  ]);
  return JSON.stringify({ ...consumed, dependencies: Object.fromEntries(dependencies) });
}
