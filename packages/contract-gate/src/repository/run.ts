import { spawn } from 'node:child_process';
import { Failure } from './errors.ts';

export interface Finished {
  status: number;
  stdout: string;
  stderr: string;
}

/** The environment in which no tool reports to anyone or asks for an update. */
export const quiet = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
};

/**
 * Runs a program to its end, whatever its exit status.
 *
 * @throws {Failure} when it cannot be started
 */
export function run(program: string, args: readonly string[], cwd: string): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...quiet },
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
        new Failure(
          `${program} could not be started (${code}). Install it, or put it on the PATH.`,
        ),
      ),
    );
    child.on('close', (status) => resolve({ status: status ?? 1, stdout, stderr }));
  });
}

/** Runs a script with the Node that runs this one. */
export const runNode = (script: string, args: readonly string[], cwd: string): Promise<Finished> =>
  run(process.execPath, [script, ...args], cwd);
