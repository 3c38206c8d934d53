import { spawn } from 'node:child_process';

/** A step of the rehearsal failed; the message names the cause. */
export class RehearsalError extends Error {}

interface RunOptions {
  cwd: string;
  environment?: Record<string, string>;
  /** Expected exit code; the default is 0. */
  status?: number;
}

/**
 * Runs a program and returns its standard output, and for a program that is expected to fail also its
 * error output.
 *
 * @throws {RehearsalError} with the end of the output when the exit code is not the expected one
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
            `\`${program} ${args.join(' ')}\` ended with ${status}, not ${expected}:\n${output.trim().split('\n').slice(-25).join('\n')}`,
          ),
        );
    });
  });
}

/** The rehearsal runs inside an npm script, whose settings must not reach the scripts of the clone. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE_PATH$/.test(name)),
  );
}
