import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;

/** Runs the built command, and waits until it exits. */
export const run = (args: readonly string[], command = join(dist, 'cli.js')) =>
  spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', env, timeout: 20_000 });

/** Runs the built command asynchronously, so that this process can respond to its requests. */
export async function runAsync(
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(dist, 'cli.js'), ...args], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      texts[name] += chunk;
    });
  }
  const [status] = await once(child, 'close');
  return { status: status as number | null, ...texts };
}

export interface Running {
  child: ChildProcess;
  port: number;
  output: () => string;
  /** Resolves once the output contains the text. */
  waitForOutput: (text: string) => Promise<void>;
}

/** Starts the built command on a free port, and waits until its output contains `until`. */
export async function start(
  args: readonly string[] = [],
  more: Record<string, string> = {},
  until = 'Control+C',
): Promise<Running> {
  const child = spawn(process.execPath, [join(dist, 'cli.js'), '--port', '0', ...args], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting: [string, () => void][] = [];
  const collectOutput = (chunk: Buffer): void => {
    output += chunk;
    for (const [text, resolve] of waiting) if (output.includes(text)) resolve();
  };
  child.stdout.on('data', collectOutput);
  child.stderr.on('data', collectOutput);
  const waitForOutput = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (output.includes(text)) return resolve();
      waiting.push([text, resolve]);
      child.once('exit', () =>
        reject(new Error(`The command exited before it printed '${text}': ${output}`)),
      );
    });
  await waitForOutput(until);
  return {
    child,
    port: Number(/http:\/\/[^:]+:(\d+)/.exec(output)?.[1]),
    output: () => output,
    waitForOutput,
  };
}

/** Sends a signal to the command, and returns its exit code; `null` if the signal killed it. */
export async function end(
  { child }: Running,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code as number | null;
}
