import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export const root: string = join(import.meta.dirname, '../../..');

const skipped: readonly string[] = ['node_modules', '.git', '.turbo', 'docs-site', '.ci'];

/**
 * Copies the repository as it stands to a folder for a while: what is built comes along, what is installed is linked, and its own packages are those of
 * the copy.
 *
 * @returns the folder, and what removes it
 */
export function copyOfRepository(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'weakened-'));
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => source === root || !skipped.includes(basename(source)),
    verbatimSymlinks: true,
  });
  const installed = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules/@delivery-api'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@delivery-api' && name !== '.vite') symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  }
  for (const name of readdirSync(join(installed, '@delivery-api'))) {
    const own = ['packages', '.'].map((parent) => join(folder, parent, name)).find((path) => isThere(path));
    if (own !== undefined) symlinkSync(own, join(folder, 'node_modules/@delivery-api', name));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function isThere(path: string): boolean {
  try {
    return readdirSync(path).length > 0;
  } catch {
    return false;
  }
}
