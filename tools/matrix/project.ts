import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackedProject, packedProject } from '../packed-project.ts';
import { publishedPackages } from '../published.mjs';

/** The folder of the installed runtimes and bundlers. */
export const matrixFolder = import.meta.dirname;

/**
 * Creates a project outside the repository with both clients, installed from their tarballs, and the
 * program to run.
 */
export function createClientProject(): PackedProject {
  const packages = publishedPackages().map(({ short }) => short);
  const project = packedProject(packages.filter((name) => name !== 'mock'));
  copyFileSync(join(matrixFolder, 'program.mjs'), join(project.folder, 'program.mjs'));
  project.write(
    'run.mjs',
    "import { check } from './program.mjs';\nimport process from 'node:process';\nconsole.log(await check(process.argv[2], process.argv[3]));\n",
  );
  return project;
}

/**
 * Runs a program until it exits.
 *
 * @returns its standard output
 * @throws {Error} with its output if its exit code is not 0
 */
export const run = (
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...env },
      maxBuffer: 64 * 2 ** 20,
    };
    execFile(program, args, options, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${stdout}${stderr}`.trim())),
    );
  });
