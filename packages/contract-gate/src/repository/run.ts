import { spawn } from 'node:child_process';
import { GateError } from './errors.ts';

/** The result of a process that has exited. */
export interface ProcessResult {
  /** Exit code; 1 if a signal ended the process. */
  status: number;
  stdout: string;
  stderr: string;
}

/** Environment variables that turn off telemetry and update notices. */
const quietEnvironment = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
};

/**
 * Runs a program until it exits. An exit code other than 0 is not an error.
 *
 * @throws {GateError} if the program cannot be started
 */
export function run(program: string, args: readonly string[], cwd: string): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...quietEnvironment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new GateError(`${program} could not be started (${code}). Install it, or add it to PATH.`),
      ),
    );
    child.on('close', (status) => resolve({ status: status ?? 1, stdout, stderr }));
  });
}

/** Runs a script with the current Node.js executable. */
export const runNode = (
  script: string,
  args: readonly string[],
  cwd: string,
): Promise<ProcessResult> => run(process.execPath, [script, ...args], cwd);
