import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { SiteError } from './errors.ts';

/** The first ten hexadecimal digits of the SHA-256: enough to tell versions of one file apart. */
export const fingerprint = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 10);

/**
 * Reads a text file that another task writes. @throws {SiteError} naming the file and the task, when it
 * is not there
 */
export function readBuilt(file: string, remedy: string): string {
  if (!existsSync(file)) throw new SiteError(`${file}: there is no such file. ${remedy}`);
  return readFileSync(file, 'utf8');
}

/** Writes a file in one step: a reader sees the old one or the new one, never half of it. */
export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}`);
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Writes an asset under a name that tells its content (`redoc.1a2b3c4d5e.js`), so that it may be
 * cached for ever,
 * and removes what an earlier build left under the same stem.
 *
 * @param name stem and ending, such as `redoc.js`
 * @returns the name under which it was written
 */
export function writeAsset(folder: string, name: string, text: string): string {
  const ending = extname(name);
  const stem = basename(name, ending);
  const hashed = `${stem}.${fingerprint(text)}${ending}`;
  write(join(folder, hashed), text);
  const old = new RegExp(`^${stem}\\.[0-9a-f]{10}\\${ending}$`);
  for (const file of readdirSync(folder))
    if (old.test(file) && file !== hashed) rmSync(join(folder, file), { force: true });
  return hashed;
}

/** Removes the files directly in a folder that an earlier build left there. */
export function removeAll(folder: string, outdated: (file: string) => boolean): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile() && outdated(entry.name)) rmSync(join(folder, entry.name), { force: true });
}

/**
 * Fills a folder in one step: `fill` works in a draft beside it, which takes its place only when
 * nothing went wrong.
 */
export function replaceFolder(folder: string, fill: (draft: string) => void): void {
  const draft = join(dirname(folder), `.${basename(folder)}.${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  try {
    fill(draft);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
