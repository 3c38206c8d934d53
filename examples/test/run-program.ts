import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/**
 * Runs a program of the examples as a reader runs it: from the root, with a sandbox at `url`.
 *
 * @param program below `examples/`, ending in `.sh` or `.ts`
 * @returns what it printed, and what it complained of, without the notes of npm itself
 * @throws when it ends with anything but 0, or not within 50 seconds
 */
export async function runProgram(
  program: string,
  url: string,
): Promise<{ told: string; complaints: string }> {
  const command = program.endsWith('.sh') ? 'bash' : process.execPath;
  const env = { ...process.env, SANDBOX_URL: url, NO_COLOR: '1' };
  const { stdout, stderr } = await promisify(execFile)(command, [join(root, 'examples', program)], {
    cwd: root,
    env,
    timeout: 50_000,
  });
  return { told: stdout, complaints: stderr.replaceAll(/^npm (warn|notice).*\n/gim, '') };
}
