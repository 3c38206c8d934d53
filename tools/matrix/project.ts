import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedPackages } from '../published.mjs';

/** The folder of the installed runtimes and bundlers. */
export const here = import.meta.dirname;

/** A project outside the repository with both clients, installed from their packed tarballs. */
export interface Project {
  folder: string;
  /** Writes a file. Returns its path. */
  write(file: string, text: string): string;
  remove(): void;
}

/** Packs the clients with their dependencies, and installs them without a registry. */
export function clientProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), 'matrix-'));
  const write = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  write('package.json', '{"private":true,"type":"module"}\n');
  const packages = publishedPackages().filter(({ short }) => short !== 'mock');
  const packed = execFileSync(
    'npm',
    ['pack', '--ignore-scripts', '--json', ...packages.map((one) => one.folder)],
    { cwd: folder, encoding: 'utf8' },
  );
  const files = (JSON.parse(packed) as { filename: string }[]).map(({ filename }) => filename);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--silent'];
  execFileSync('npm', ['install', '--offline', ...quiet, ...files.map((file) => `./${file}`)], {
    cwd: folder,
  });
  copyFileSync(join(here, 'program.mjs'), join(folder, 'program.mjs'));
  write(
    'run.mjs',
    "import { check } from './program.mjs';\nimport process from 'node:process';\nconsole.log(await check(process.argv[2], process.argv[3]));\n",
  );
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Runs a program to its end.
 *
 * @throws {Error} with its output if its exit code is not 0
 */
export const run = (
  program: string,
  words: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...env },
      maxBuffer: 64 * 2 ** 20,
    };
    execFile(program, words, options, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${stdout}${stderr}`.trim())),
    );
  });
