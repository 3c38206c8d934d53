import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A program to run. */
export interface Program {
  /** Name that is also used as the name of a file or folder. */
  name: string;
  source: string;
}

/** A command with its arguments, and its working folder. */
export interface Command {
  file: string;
  args: string[];
  cwd: string;
}

/** A language of the samples. */
export interface Language {
  /** Label of the samples in the reference. */
  label: string;
  /** Debian packages that the language needs. */
  packages: string;
  /** A command that succeeds if the language is installed with its libraries. */
  probe: string[];
  /**
   * Writes the programs, and compiles them if the language has a compiler. Returns the command that
   * runs each program, in the order of the programs.
   */
  prepare(folder: string, programs: readonly Program[]): Command[];
}

const root = join(import.meta.dirname, '../..');

/** Returns a `prepare` function for a language with an interpreter. */
const interpreted =
  (ending: string, file: string, options: string[] = []): Language['prepare'] =>
  (folder, programs) =>
    programs.map(({ name, source }) => {
      writeFileSync(join(folder, name + ending), source);
      return { file, args: [...options, name + ending], cwd: folder };
    });

export const languages: readonly Language[] = [
  {
    label: 'curl',
    packages: 'curl',
    probe: ['curl', '--version'],
    prepare: interpreted('.sh', 'bash', ['-euo', 'pipefail']),
  },
  {
    label: 'TypeScript',
    packages: 'nodejs',
    probe: [process.execPath, '--version'],
    prepare(folder, programs) {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
      return interpreted('.ts', process.execPath)(folder, programs);
    },
  },
  {
    label: 'Python',
    packages: 'python3 python3-requests',
    probe: ['python3', '-c', 'import requests'],
    prepare: interpreted('.py', 'python3'),
  },
  {
    label: 'PHP',
    packages: 'php-cli php-curl',
    probe: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    prepare: interpreted('.php', 'php'),
  },
  {
    label: 'Go',
    packages: 'golang-go',
    probe: ['go', 'version'],
    prepare(folder, programs) {
      writeFileSync(join(folder, 'go.mod'), 'module samples\n\ngo 1.19\n');
      for (const { name, source } of programs) {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'main.go'), source);
      }
      mkdirSync(join(folder, 'bin'));
      execFileSync('go', ['build', '-o', 'bin/', './...'], {
        cwd: folder,
        env: {
          GOCACHE: join(homedir(), '.cache/go-build'),
          ...process.env,
          GOPROXY: 'off',
          GOTOOLCHAIN: 'local',
        },
      });
      return programs.map(({ name }) => ({
        file: join(folder, 'bin', name),
        args: [],
        cwd: folder,
      }));
    },
  },
  {
    label: 'Java',
    packages: 'default-jdk-headless',
    probe: ['javac', '--version'],
    prepare(folder, programs) {
      // Java requires that the file has the name of the class, so each program has its own folder.
      const files = programs.map(({ name, source }) => {
        const [, className = name] = /public class (\w+)/.exec(source) ?? [];
        mkdirSync(join(folder, name));
        const file = join(folder, name, `${className}.java`);
        writeFileSync(file, source);
        return { file, className, name };
      });
      for (const { file, name } of files)
        execFileSync('javac', ['-encoding', 'UTF-8', '-d', join(folder, name, 'out'), file]);
      return files.map(({ className, name }) => ({
        file: 'java',
        args: ['-cp', join(folder, name, 'out'), className],
        cwd: folder,
      }));
    },
  },
];

/** Returns whether a language is installed with the libraries that the samples use. */
export function isInstalled({ probe: [file = '', ...args] }: Language): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
}
