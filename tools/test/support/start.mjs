import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { temporaryClone } from '../../clone.mjs';
import { freePort } from '../../free-port.ts';

const root = join(import.meta.dirname, '../../..');
export const script = join(root, 'tools/start.mjs');

/** Environment in which a clone uses TURBO_CACHE_DIR, or else the build cache of this checkout. */
export const cachedEnvironment = {
  TURBO_CACHE_DIR: join(root, '.turbo/cache'),
  ...process.env,
};

/**
 * Starts both services in a clone, so that the build does not write to files that other tests read.
 * Waits for the last line of the output.
 *
 * @returns both ports, the output, and `stop`, which sends a signal to the process or its process
 * group, waits for the exit code, and removes the clone
 */
export async function start() {
  const [mock, docs] = [await freePort(), await freePort()];
  const clone = temporaryClone();
  const child = spawn(process.execPath, [join(clone.folder, 'tools/start.mjs')], {
    cwd: clone.folder,
    detached: true,
    env: { ...cachedEnvironment, MOCK_PORT: String(mock), DOCS_PORT: String(docs) },
  });
  let output = '';
  const exited = once(child, 'exit');
  await new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk;
      if (output.includes('Press Control+C to stop the sandbox')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  const stop = async (signal, target = 'the process group') => {
    process.kill(target === 'the process group' ? -child.pid : child.pid, signal);
    const [code] = await exited;
    clone.remove();
    return code;
  };
  return { mock, docs, output, stop };
}
