import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/**
 * TypeScript versions to test: the oldest supported version, the repository's version, and later
 * versions.
 */
export const compilers = ['typescript-5.4', 'typescript', 'typescript-6', 'typescript-7'] as const;

/**
 * Returns the Node.js versions to test, oldest first: the current one, those on `PATH`, and those
 * in `TEST_NODES` (same format as `PATH`). Unsupported versions and duplicates are skipped.
 */
export function nodes(): { version: string; path: string }[] {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = [process.env.TEST_NODES, process.env.PATH].flatMap(
    (list) => list?.split(delimiter) ?? [],
  );
  const paths = [
    process.execPath,
    ...folders.map((folder) => join(folder, file)).filter((path) => existsSync(path)),
  ];
  const byVersion = new Map<string, string>();
  for (const path of new Set(paths.map((one) => realpathSync(one)))) {
    const version = execFileSync(path, ['-p', 'process.versions.node'], {
      encoding: 'utf8',
    }).trim();
    if (Number.parseInt(version, 10) > 20 || /^20\.(19|[2-9]\d)\./.test(version))
      byVersion.set(version, path);
  }
  return [...byVersion]
    .map(([version, path]) => ({ version, path }))
    .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

/** Runs an installed command-line tool and returns its result. */
export async function tool(
  name: 'publint' | '@arethetypeswrong/cli' | (typeof compilers)[number],
  args: string[],
  cwd: string,
): Promise<RunResult> {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  const file = bin.tsc ?? (Object.values(bin)[0] as string);
  return run(process.execPath, [join(folder, file), ...args], cwd);
}

/** Result of a program. `ok` is true if the exit code is 0. */
export interface RunResult {
  ok: boolean;
  output: string;
}

/**
 * Runs a program asynchronously, because the mock that it calls can run in this process.
 *
 * @param env additional environment variables
 */
export const run = (
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<RunResult> =>
  new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env } },
      (error, stdout, stderr) => resolve({ ok: error === null, output: `${stdout}${stderr}` }),
    );
  });
