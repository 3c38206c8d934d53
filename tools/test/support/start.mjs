import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../free-port.ts';

const root = join(import.meta.dirname, '../../..');
export const script = join(root, 'tools/start.mjs');

/** Starts both services in a separate process group and waits for the last line of the output. */
export async function start() {
  const [mock, docs] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [script], {
    cwd: root,
    detached: true,
    env: { ...process.env, MOCK_PORT: String(mock), DOCS_PORT: String(docs) },
  });
  let output = '';
  await new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk;
      if (output.includes('Ctrl-C ends both')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  return { child, mock, docs, output };
}
