import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { GateError } from './errors.ts';
import type { Repository } from './repository.ts';

/**
 * Writes all files or none. Writes each file to a temporary name first and then renames it;
 * restores the renamed files if a later one fails.
 *
 * @param files contents by path; null removes the file
 * @throws {GateError} if a file cannot be written; all files are then unchanged
 */
export function writeFiles(
  repository: Repository,
  files: ReadonlyMap<string, string | null>,
): void {
  const originals = new Map<string, Buffer | null>();
  const temporary = (file: string) => `${repository.path(file)}.${process.pid}.new`;
  const replaced: string[] = [];
  let current = '';
  try {
    for (const [file, text] of files) {
      current = file;
      originals.set(file, repository.exists(file) ? readFileSync(repository.path(file)) : null);
      mkdirSync(dirname(repository.path(file)), { recursive: true });
      if (text !== null) writeFileSync(temporary(file), text);
    }
    for (const [file, text] of files) {
      current = file;
      if (text === null) rmSync(repository.path(file), { force: true });
      else renameSync(temporary(file), repository.path(file));
      replaced.push(file);
    }
  } catch (error) {
    for (const file of replaced) {
      const content = originals.get(file) ?? null;
      if (content === null) rmSync(repository.path(file), { force: true });
      else writeFileSync(repository.path(file), content);
    }
    for (const file of files.keys()) rmSync(temporary(file), { force: true });
    throw new GateError(
      `${current} could not be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}). Nothing was changed. Fix the cause and run the command again.`,
    );
  }
}
