import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a folder with the given files. If a file cannot be written, keeps the old folder.
 *
 * @param files contents by file name
 */
export function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(dirname(folder), { recursive: true });
  const temporary = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
  try {
    for (const [name, content] of files) writeFileSync(join(temporary, name), content);
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
