import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = realpathSync(join(import.meta.dirname, '..'));

/**
 * Copies the working tree (tracked and untracked, without ignored files) to a temporary folder. The
 * copy is a new Git repository without commits, in which all files are staged.
 *
 * Installed packages are links; workspace links point into the copy, so a build in the copy does
 * not change this checkout.
 *
 * @returns the folder and a function that deletes it
 */
export function temporaryClone() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'delivery-api-')));
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
  );
  for (const file of files.split('\0').filter(Boolean)) {
    try {
      cpSync(join(root, file), join(folder, file));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  linkModules(folder, '.');
  for (const workspace of [
    'specs',
    'docs-site',
    ...readdirSync(join(root, 'packages')).map((name) => join('packages', name)),
  ])
    linkModules(folder, workspace);
  execFileSync('git', ['init', '-q'], { cwd: folder });
  execFileSync('git', ['add', '-A'], { cwd: folder });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function linkModules(folder, workspace) {
  const modules = join(root, workspace, 'node_modules');
  let names;
  try {
    names = readdirSync(modules);
  } catch {
    return;
  }
  const target = join(folder, workspace, 'node_modules');
  mkdirSync(target, { recursive: true });
  for (const name of names) {
    if (name.startsWith('.vite')) continue;
    if (name !== '@delivery-api') symlinkSync(join(modules, name), join(target, name));
    else {
      mkdirSync(join(target, name));
      for (const own of readdirSync(join(modules, name))) {
        const place = relative(root, realpathSync(join(modules, name, own)));
        symlinkSync(join(folder, place), join(target, name, own));
      }
    }
  }
}
