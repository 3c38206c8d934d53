import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A failed step of the rehearsal. The message states the cause. */
export class RehearsalError extends Error {}

interface RunOptions {
  cwd: string;
  environment?: Record<string, string>;
  /** Expected exit code; the default is 0. */
  status?: number;
}

/**
 * Runs a program with the Node.js version of the machine, not with the one that runs this script.
 *
 * @returns its standard output, and its error output if it is expected to fail
 * @throws {RehearsalError} with the end of the output if the exit code is not the expected one.
 * For an output of more than 60 lines, the message contains the path of the complete output.
 */
export function run(
  program: string,
  args: readonly string[],
  { cwd, environment = {}, status: expected = 0 }: RunOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...cleanEnvironment(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let [stdout, output] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === expected) resolve(expected === 0 ? stdout : output);
      else
        reject(
          new RehearsalError(
            `\`${program} ${args.join(' ')}\` exited with code ${status} instead of ${expected}:\n${endOf(output)}`,
          ),
        );
    });
  });
}

/** Returns the last 60 lines. Writes longer output to a file, and adds the path of the file. */
function endOf(output: string): string {
  const lines = output.trim().split('\n');
  if (lines.length <= 60) return lines.join('\n');
  const file = join(mkdtempSync(join(tmpdir(), 'rehearsal-output-')), 'output.log');
  writeFileSync(file, output);
  return [...lines.slice(-60), `Complete output: ${file}`].join('\n');
}

/** Returns PATH without the folders that npm adds, such as that of the installed Node.js. */
export const machinePath = (): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules\b/.test(folder))
    .join(delimiter);

/**
 * Returns the environment without the settings of npm. The rehearsal runs inside an npm script,
 * whose settings must not reach the scripts of the clone.
 */
const cleanEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE(_PATH)?$/.test(name)),
  ),
  PATH: machinePath(),
});
