import { readdirSync } from 'node:fs';
import { type Hashes, hashesFile, releasedFolder, sha256 } from '../documents/release-hashes.ts';
import type { Repository } from '../repository/repository.ts';
import type { Complaint } from './violation.ts';

/** What lies in `specs/released/` is, byte for byte, what a release put there. */
export function checkReleasedFiles(
  repository: Repository,
  { documents, type_tests }: Hashes,
): Complaint[] {
  const frozen: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(documents).map(([file, { sha256: hash }]) => [file, hash]),
    ),
    ...type_tests,
  };
  const found = repository.exists(releasedFolder)
    ? filesBelow(repository.path(releasedFolder))
    : [];
  const known = (file: string) => Object.hasOwn(frozen, file);
  const complaint = (file: string, message: string): Complaint => ({
    check: 'released',
    source: { file: `${releasedFolder}/${file}`, line: 1 },
    message: `${releasedFolder}/${file} ${message}`,
  });
  return [
    ...Object.entries(frozen).flatMap(([file, hash]): Complaint[] => {
      const restore = `Restore it with \`git checkout -- ${releasedFolder}/${file}\`; to change the contract, edit specs/ and release again.`;
      if (!found.includes(file))
        return [complaint(file, `is missing, but it was released. ${restore}`)];
      return sha256(repository.read(`${releasedFolder}/${file}`)) === hash
        ? []
        : [
            complaint(
              file,
              `was changed by hand after its release, so it is no longer what partners have. ${restore}`,
            ),
          ];
    }),
    ...found
      .filter((file) => !known(file))
      .map((file) =>
        complaint(
          file,
          `was not put there by a release: ${hashesFile} does not know it. Take it away, or release with \`npm run release:contract\`.`,
        ),
      ),
  ];
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !['hashes.json', 'README.md', '.gitkeep'].includes(entry.name),
    )
    .map((entry) =>
      `${entry.parentPath.slice(folder.length + 1).replaceAll('\\', '/')}/${entry.name}`.replace(
        /^\//,
        '',
      ),
    )
    .toSorted();
