import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../tools/free-port.ts';
import type { InterfaceName } from '../../src/api/types.ts';
import { send } from './send.ts';

export interface PrismCli {
  port: number;
  stop(): Promise<void>;
}

/** Starts the real `prism mock` on a built document, and waits until it responds. */
export async function startPrismCli(name: InterfaceName): Promise<PrismCli> {
  const document = fileURLToPath(new URL(`../../../../specs/dist/${name}.yaml`, import.meta.url));
  const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--no-deprecation', command, 'mock', document, '--host', '127.0.0.1', '--port', String(port)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' },
    },
  );
  await listening(child);
  const stop = async (): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  await send({ port, path: '/' });
  return { port, stop };
}

async function listening(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`prism mock exited with code ${code}: ${output}`)),
    );
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Prism is listening')) resolve();
    });
  });
}
