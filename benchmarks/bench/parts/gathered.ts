import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { quiet } from '../lib/processes.ts';
import { root } from '../lib/servers.ts';

/**
 * What a script elsewhere in the repository measured: with `--json` it prints that, and nothing
 * else. It may end with 1 to say that an aim was missed.
 *
 * @param script its place in the repository
 * @throws {Error} in one line, when the script is not there or prints something else
 */
export function gathered(script: string, args: readonly string[]): unknown {
  const file = join(root, script);
  if (!existsSync(file)) throw new Error(`${script} does not exist, so nothing is measured of it.`);
  const done = spawnSync(process.execPath, [file, '--json', ...args], {
    cwd: root,
    env: quiet,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  try {
    return JSON.parse(done.stdout);
  } catch {
    throw new Error(
      `${script} --json gives no JSON. ${`${done.stderr}${done.stdout}`.trim().slice(0, 300)}`,
    );
  }
}
