import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { here } from '../../../src/site.ts';

/** A sandbox in a separate process. */
export interface RunningSandbox {
  /** URL of the sandbox, such as `http://127.0.0.1:40101`. */
  url: string;
  stop(): void;
}

/**
 * Starts the built mock on a free port.
 *
 * @param options command-line options, such as `--allow-origin`
 */
export async function startSandbox(...options: string[]): Promise<RunningSandbox> {
  const child = spawn(
    process.execPath,
    [join(here, '../packages/mock/dist/cli.js'), 'start', '--port', '0', '--json', ...options],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: JSON.parse(String(line)).url, stop: () => child.kill('SIGTERM') };
}
