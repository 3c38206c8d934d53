import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');

/**
 * Runs an example program from the repository root, with a sandbox at `url`.
 *
 * @param program path below `examples/`, with the extension `.sh` or `.ts`
 * @param variables additional environment variables
 * @returns the output, without warnings and notices of npm
 * @throws if the exit code is not 0, or after 50 s
 */
export async function runProgram(
  program: string,
  url: string,
  variables: Record<string, string> = {},
): Promise<{ stdout: string; stderr: string }> {
  const command = program.endsWith('.sh') ? 'bash' : process.execPath;
  const env = { ...process.env, SANDBOX_URL: url, NO_COLOR: '1', ...variables };
  const { stdout, stderr } = await promisify(execFile)(command, [join(root, 'examples', program)], {
    cwd: root,
    env,
    timeout: 50_000,
  });
  return { stdout, stderr: stderr.replaceAll(/^npm (warn|notice).*\n/gim, '') };
}
