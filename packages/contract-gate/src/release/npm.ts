import { GateError } from '../repository/errors.ts';
import { run } from '../repository/run.ts';

/**
 * Runs npm in a folder.
 *
 * @param subject what the command is for; the error message names it
 * @returns standard output
 * @throws {GateError} if npm fails
 */
export async function npm(
  args: readonly string[],
  folder: string,
  subject: string,
): Promise<string> {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, stdout, stderr } = await run(program, args, folder);
  if (status !== 0)
    throw new GateError(
      `npm ${args[0]} failed for ${subject}: ${stderr.trim().split('\n').at(-1)}`,
    );
  return stdout;
}
