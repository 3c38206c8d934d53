import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A project outside the repository with packages that are installed from their tarballs. */
export interface PackedProject {
  folder: string;
  /** Tarballs by package name without scope, such as `lastmile-client`. */
  tarballs: ReadonlyMap<string, string>;
  /** Writes a file and creates its parent folders. Returns the path. */
  write(file: string, text: string): string;
  remove(): void;
}

/**
 * Packs packages of this repository, and installs them in a new project without a registry.
 *
 * @param packages package names without scope, including all dependencies from this repository
 * @throws {Error} with the output of npm if a command fails
 */
export function packedProject(packages: readonly string[]): PackedProject {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  const tarballFolder = join(folder, 'tarballs');
  const sources = packages.map((one) => join(root, 'packages', one));
  mkdirSync(tarballFolder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', tarballFolder, ...sources);
  const files = readdirSync(tarballFolder).map((file) => join(tarballFolder, file));
  npm(
    folder,
    'install',
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    ...files,
  );
  return {
    folder,
    tarballs: new Map(
      packages.map((one) => [
        one,
        files.find((file) => file.includes(`delivery-api-${one}-`)) as string,
      ]),
    ),
    write(file, text) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function npm(cwd: string, ...args: string[]): void {
  const run = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (run.status !== 0) throw new Error(`npm ${args[0]} failed:\n${run.stderr}`);
}
