// Copies repository, homepage and bugs from the root package.json to all public packages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root } from './published.mjs';

/** Returns a manifest with the URLs of the root manifest, inserted after `license`. */
export function withMetadata(manifest, { repository, homepage, bugs }, short) {
  const { repository: _, homepage: __, bugs: ___, ...others } = manifest;
  const entries = Object.entries(others);
  const place = entries.findIndex(([name]) => name === 'license') + 1;
  const addresses = {
    homepage,
    bugs,
    repository: { ...repository, directory: `packages/${short}` },
  };
  return Object.fromEntries([
    ...entries.slice(0, place),
    ...Object.entries(addresses),
    ...entries.slice(place),
  ]);
}

export const rootManifest = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

if (import.meta.main ?? process.argv[1] === import.meta.filename)
  for (const { short, folder, manifest } of publishedPackages())
    writeFileSync(
      join(folder, 'package.json'),
      `${JSON.stringify(withMetadata(manifest, rootManifest(), short), null, 2)}\n`,
    );
