// The temporary clone or copy in which releases are rehearsed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryClone } from '../clone.mjs';
import { run } from './run.ts';

export const interfaces = ['lastmile', 'marketplace'] as const;
export type InterfaceName = (typeof interfaces)[number];

/** A clone or copy of the repository, with functions that change it and run commands in it. */
export interface Checkout {
  folder: string;
  read(file: string): string;
  write(file: string, text: string): void;
  /** Runs a script of the root package.json, and returns its standard output. */
  script(name: string, ...args: string[]): Promise<string>;
  /** Runs a script that must exit with code 1, and returns its complete output. */
  rejected(name: string, ...args: string[]): Promise<string>;
  version(name: InterfaceName): string;
  setVersion(name: InterfaceName, version: string): void;
  /** Runs git and returns its output. */
  git(...args: string[]): string;
  /** Commits all changes. Without changes, the commit is empty. */
  commit(message: string): void;
}

/**
 * Clones the last commit of a repository and installs its packages.
 *
 * @param source folder of a repository, or Git bundle
 * @param folder folder of the clone
 */
export async function clone(source: string, folder: string): Promise<Checkout> {
  await run('git', ['clone', '--quiet', '--no-hardlinks', source, folder], {
    cwd: dirname(folder),
  });
  await run('npm', ['ci', '--prefer-offline'], { cwd: folder });
  return checkoutOf(folder);
}

/** Copies the working tree of this repository, with links to its installed packages. */
export function copyWorkingTree(): { checkout: Checkout; remove: () => void } {
  const { folder, remove } = temporaryClone();
  return { checkout: checkoutOf(folder), remove };
}

function checkoutOf(folder: string): Checkout {
  const git = (...args: string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@example.com', ...args],
      {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1e8,
      },
    );
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const versionLine = /^ {2}version: (.*)$/m;
  return {
    folder,
    read,
    write,
    script: (name, ...args) =>
      run('npm', ['run', '--silent', name, '--', ...args], { cwd: folder }),
    rejected: (name, ...args) =>
      run('npm', ['run', '--silent', name, '--', ...args], { cwd: folder, status: 1 }),
    version: (name) => versionLine.exec(read(`specs/${name}.yaml`))?.[1] ?? '',
    setVersion(name, version) {
      const file = `specs/${name}.yaml`;
      write(file, read(file).replace(versionLine, `  version: ${version}`));
    },
    git,
    commit(message) {
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', message);
    },
  };
}
