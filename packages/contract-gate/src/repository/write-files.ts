import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from './errors.ts';
import type { Repository } from './repository.ts';

/**
 * Writes files so that either all of them are new, or all are as they were. Each is written beside
 * its place first and then moved there;
 * what was moved is put back when a later one cannot be.
 *
 * @param files contents by path in the repository; null takes the file away
 * @throws {Failure} naming the file that could not be written, after everything is as it was
 */
export function writeAll(repository: Repository, files: ReadonlyMap<string, string | null>): void {
  const before = new Map<string, Buffer | null>();
  const draft = (file: string) => `${repository.path(file)}.${process.pid}.new`;
  const done: string[] = [];
  let current = '';
  try {
    for (const [file, text] of files) {
      current = file;
      before.set(file, repository.exists(file) ? readFileSync(repository.path(file)) : null);
      mkdirSync(dirname(repository.path(file)), { recursive: true });
      if (text !== null) writeFileSync(draft(file), text);
    }
    for (const [file, text] of files) {
      current = file;
      if (text === null) rmSync(repository.path(file), { force: true });
      else renameSync(draft(file), repository.path(file));
      done.push(file);
    }
  } catch (error) {
    for (const file of done) {
      const content = before.get(file);
      if (content === null || content === undefined) rmSync(repository.path(file), { force: true });
      else writeFileSync(repository.path(file), content);
    }
    for (const file of files.keys()) rmSync(draft(file), { force: true });
    throw new Failure(
      `${current} could not be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}). Nothing was changed; mend that and run it again.`,
    );
  }
}
