import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../src/cli/main.ts';
import { sha256 } from '../../src/documents/release-hashes.ts';
import type { PackageBuilder } from '../../src/release/package-content.ts';
import { containedInterfaces, publicPackages, workspaces } from '../../src/release/workspaces.ts';
import { interfaceNames, Repository, thisRepository } from '../../src/repository/repository.ts';

/** A line of a file in the clone that a test can remove and restore. */
export interface Line {
  file: string;
  remove(): void;
  restore(): void;
}

/** A copy of the working tree that tests can edit, commit and release. */
export interface Clone {
  folder: string;
  repository: Repository;
  makeFolder(folder: string): void;
  read(file: string): string;
  write(file: string, text: string): void;
  /** Replaces a text that occurs exactly once in a file. */
  replace(file: string, text: string, by: string): void;
  /** Returns the only matching line in the YAML files of a folder. */
  find(folder: string, pattern: RegExp): Line;
  commit(message: string): void;
  /** Returns the files that differ from the last commit. */
  changedFiles(): string[];
  /** Runs a command of the gate in the clone, with a fixed date. */
  gate(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }>;
  remove(): void;
}

/** Copies the working tree to a temporary folder, and removes all releases from the copy. */
export async function cloneRepository(): Promise<Clone> {
  const tools = (await import(thisRepository.path('tools/clone.mjs'))) as {
    temporaryClone(): { folder: string; remove(): void };
  };
  const { folder, remove } = tools.temporaryClone();
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  const repository = new Repository(folder);
  removeReleases(folder);
  return {
    folder,
    repository,
    makeFolder: (name) => void mkdirSync(join(folder, name), { recursive: true }),
    read,
    write,
    replace(file, text, by) {
      const before = read(file);
      if (before.split(text).length !== 2)
        throw new Error(`${file} has '${text}' ${before.split(text).length - 1} times, not once.`);
      write(file, before.replace(text, by));
    },
    find(within, pattern) {
      const files = readdirSync(join(folder, within), { recursive: true, encoding: 'utf8' }).filter(
        (name) => name.endsWith('.yaml'),
      );
      const hits = files
        .map((name) => `${within}/${name}`)
        .filter((file) => pattern.test(read(file)));
      const [file = ''] = hits;
      const before = hits.length === 1 ? read(file) : '';
      const lines = before.split('\n').filter((line) => pattern.test(line));
      if (lines.length !== 1)
        throw new Error(
          `${pattern} matches ${lines.length} lines in ${hits.join(', ') || within}, not one.`,
        );
      return {
        file,
        remove: () => write(file, before.replace(`${lines[0]}\n`, '')),
        restore: () => write(file, before),
      };
    },
    commit(message) {
      git('add', '-A');
      git('commit', '--quiet', '--allow-empty', '-m', message);
    },
    changedFiles: () => git('status', '--porcelain').toString().split('\n').filter(Boolean),
    async gate(...args) {
      let [stdout, stderr] = ['', ''];
      const status = await main(args, {
        repository,
        cwd: folder,
        today: '2026-11-20',
        builder: sourceBuilder(repository),
        print: (text) => {
          stdout += text;
        },
        printError: (text) => {
          stderr += text;
        },
      });
      return { status, stdout, stderr };
    },
    remove,
  };
}

/**
 * Returns a builder that identifies a package by its sources and the versions of its contracts
 * instead of its built content, so that tests need no build.
 */
export const sourceBuilder = (repository: Repository): PackageBuilder => ({
  build: () => Promise.resolve(),
  contentHash: (folder) => {
    const names = repository.exists(`${folder}/src`)
      ? readdirSync(repository.path(`${folder}/src`), { recursive: true, encoding: 'utf8' })
      : [];
    const sources = names
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => repository.path(`${folder}/src/${name}`))
      .toSorted()
      .map((file) => readFileSync(file, 'utf8'));
    const { name } = repository.readJson<{ name: string }>(`${folder}/package.json`);
    const contracts = containedInterfaces(name).map((one) =>
      /^ {2}version: .*$/m.exec(repository.read(`specs/${one}.yaml`)),
    );
    return Promise.resolve(sha256([...sources, ...contracts].join()));
  },
});

/** Version of each public package before a first release. */
const firstVersion = '1.0.0-rc.1';

/**
 * Removes all releases from the clone, and sets the versions of the public packages, so that tests
 * pass at any version.
 */
function removeReleases(folder: string): void {
  rmSync(join(folder, 'specs/released'), { recursive: true, force: true });
  for (const name of interfaceNames) {
    const changelog = join(folder, `specs/changelog/${name}.md`);
    const [head = '', ...entries] = readFileSync(changelog, 'utf8').split(/^(?=## )/m);
    const [newest = ''] = entries;
    writeFileSync(changelog, head + newest.replace(/^(## \S+) \(.*\)$/m, '$1 (unreleased)'));
  }
  const repository = new Repository(folder);
  const all = workspaces(repository);
  const own = publicPackages(repository).map(({ manifest }) => manifest.name);
  for (const { folder: place, manifest } of all) {
    const { contract: _, ...rest } = manifest;
    const isOwn = own.includes(manifest.name);
    const text = JSON.stringify({ ...rest, ...(isOwn && { version: firstVersion }) }, null, 2);
    writeFileSync(
      join(folder, place, 'package.json'),
      `${text.replaceAll(
        new RegExp(`("(?:${own.join('|')})": )"[^"]*"`, 'g'),
        `$1"${firstVersion}"`,
      )}\n`,
    );
  }
}
