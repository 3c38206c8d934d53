import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/**
 * Returns the public packages, dependencies before their dependents.
 *
 * @returns the short name, such as `lastmile-client`, the folder, and the manifest of each
 */
export function publishedPackages() {
  const packages = readdirSync(join(root, 'packages'))
    .map((short) => {
      const folder = join(root, 'packages', short);
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { short, folder, manifest };
    })
    .filter(({ manifest }) => manifest.private !== true);
  const sorted = [];
  while (sorted.length < packages.length) {
    const next = packages.find(
      (one) =>
        !sorted.includes(one) &&
        ownDependencies(one.manifest, packages).every((each) => sorted.includes(each)),
    );
    if (next === undefined) throw new Error('The public packages depend on each other in a cycle.');
    sorted.push(next);
  }
  return sorted;
}

/** Returns the public packages in the `dependencies` of a manifest. */
export const ownDependencies = ({ dependencies = {} }, packages) =>
  packages.filter(({ manifest }) => Object.hasOwn(dependencies, manifest.name));
