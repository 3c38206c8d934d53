import { spawnSync } from 'node:child_process';
import { quiet } from './processes.ts';

/**
 * Runs a command to its end.
 *
 * @returns what it printed
 * @throws {Error} naming the command and the end of its complaints
 */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = quiet,
): string {
  const done = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  });
  if (done.error)
    throw new Error(
      `${command} could not be started (${(done.error as NodeJS.ErrnoException).code}).`,
    );
  if (done.status !== 0)
    throw new Error(
      `${command} ${args.join(' ')} ended with ${done.status}: ${`${done.stdout}${done.stderr}`.trim().slice(-500)}`,
    );
  return done.stdout;
}
