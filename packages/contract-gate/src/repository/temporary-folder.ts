import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a temporary folder. Returns its real path, without symbolic links. */
export const temporaryFolder = (name: string): string =>
  realpathSync(mkdtempSync(join(tmpdir(), `contract-${name}-`)));

/** Removes a folder and its content. */
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

/** Runs `use` with a temporary folder, and removes the folder afterwards. */
export async function withTemporaryFolder<T>(
  name: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder(name);
  try {
    return await use(folder);
  } finally {
    removeFolder(folder);
  }
}
