import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** A project of its own, outside of the repository, into which a client has been installed from packed tarballs. */
export interface PackedProject {
  folder: string;
  /** The tarballs of our packages by name, such as `lastmile-client`. */
  tarballs: ReadonlyMap<string, string>;
  /** Writes a file, and the folders above it. */
  write(file: string, text: string): string;
  remove(): void;
}

/** Packs the client of an interface with all that it depends on, and installs it without a registry. */
export function packedProject(name: string): PackedProject {
  const folder = mkdtempSync(join(tmpdir(), `packed-${name}-`));
  const packages = ['client-core', `${name}-types`, `${name}-client`];
  const sources = [
    ...packages.map((one) => join(root, 'packages', one)),
    ...['openapi-fetch', 'openapi-typescript-helpers'].map((one) => join(root, 'node_modules', one)),
  ];
  mkdirSync(join(folder, 'tarballs'));
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', join(folder, 'tarballs'), ...sources);
  const files = readdirSync(join(folder, 'tarballs')).map((file) => join(folder, 'tarballs', file));
  npm(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', ...files);
  return {
    folder,
    tarballs: new Map(packages.map((one) => [one, files.find((file) => file.includes(`delivery-api-${one}-`)) as string])),
    write(file, text) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function npm(cwd: string, ...words: string[]): void {
  const run = spawnSync('npm', words, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (run.status !== 0) throw new Error(`npm ${words[0]} failed:\n${run.stderr}`);
}

/** The Nodes to run a published package on: the repository's own, and that of the system where it is another one and new enough. */
export function nodes(): { version: string; path: string }[] {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, file));
  const found = [process.execPath, ...paths.filter((path) => existsSync(path))].map((path) => realpathSync(path));
  const all = [...new Set(found)].map((path) => ({
    path,
    version: execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim(),
  }));
  return all.filter(
    ({ version }, index) =>
      (Number.parseInt(version, 10) > 20 || /^20\.(19|[2-9]\d)\./.test(version)) &&
      all.findIndex((one) => one.version === version) === index,
  );
}

/** Runs a command-line tool that the repository has installed, and gives what it said. */
export async function tool(name: 'publint' | '@arethetypeswrong/cli' | 'typescript', words: string[], cwd: string): Promise<Said> {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  const file = bin.tsc ?? (Object.values(bin)[0] as string);
  return run(process.execPath, [join(folder, file), ...words], cwd);
}

/** What a program printed, and whether it ended well. */
export interface Said {
  ok: boolean;
  said: string;
}

/** Runs a program without blocking, since the mock that it may talk to is in this process. */
export const run = (program: string, words: string[], cwd: string): Promise<Said> =>
  new Promise((resolve) => {
    execFile(program, words, { cwd, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } }, (error, stdout, stderr) =>
      resolve({ ok: error === null, said: `${stdout}${stderr}` }),
    );
  });
