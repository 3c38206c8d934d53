import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const command = join(import.meta.dirname, '../packages/mock/bin/delivery-mock.js');

/**
 * Starts the built sandbox on a free port, and resolves when it listens.
 *
 * @param options additional command-line options
 * @throws {Error} if the sandbox exits before it listens
 */
export async function startSandbox(
  ...options: readonly string[]
): Promise<{ address: string; stop(): void }> {
  const port = await freePort();
  const child = spawn(process.execPath, [command, 'start', '--port', String(port), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The sandbox prints its URLs when it listens.
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The sandbox did not start.'))),
  ]);
  child.stdout.resume();
  return { address: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
