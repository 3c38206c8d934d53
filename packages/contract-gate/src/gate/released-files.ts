import { readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import {
  hashesFile,
  type ReleaseHashes,
  releasedFolder,
  sha256,
} from '../documents/release-hashes.ts';
import type { Repository } from '../repository/repository.ts';
import type { Violation } from './violation.ts';

/**
 * Checks that `specs/released/` contains all released files unchanged, and no other files except
 * `hashes.json`, `README.md` and `.gitkeep`.
 */
export function checkReleasedFiles(
  repository: Repository,
  { documents, type_tests }: ReleaseHashes,
): Violation[] {
  const released = new Map([
    ...Object.entries(documents).map(([file, { sha256: hash }]) => [file, hash] as const),
    ...Object.entries(type_tests),
  ]);
  const found = repository.exists(releasedFolder) ? filesIn(repository.path(releasedFolder)) : [];
  const violation = (file: string, message: string): Violation[] => {
    const path = `${releasedFolder}/${file}`;
    return [{ check: 'released', source: { file: path, line: 1 }, message: `${path} ${message}` }];
  };
  return [
    ...[...released].flatMap(([file, hash]) => {
      const fix = `Restore it with \`git checkout origin/main -- ${releasedFolder}/${file}\`; to change the contract, edit specs/ and release again.`;
      if (!found.includes(file)) return violation(file, `is missing, but it was released. ${fix}`);
      return sha256(repository.read(`${releasedFolder}/${file}`)) === hash
        ? []
        : violation(file, `was edited after its release. ${fix}`);
    }),
    ...found
      .filter((file) => !released.has(file))
      .flatMap((file) =>
        violation(
          file,
          `is not part of a release: ${hashesFile} does not contain it. Remove it, or release with \`npm run release\`.`,
        ),
      ),
  ];
}

const unreleasedFiles = ['hashes.json', 'README.md', '.gitkeep'];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !unreleasedFiles.includes(entry.name))
    .map((entry) => relative(folder, `${entry.parentPath}/${entry.name}`).replaceAll(sep, '/'))
    .toSorted();
