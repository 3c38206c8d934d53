import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const command: string = fileURLToPath(
  new URL('../../packages/mock/dist/cli.js', import.meta.url),
);

/** What a process holds on to. */
export interface Level {
  /** Live JavaScript after a collection, in MB (10^6 bytes). */
  heap: number;
  /** Open descriptors; `undefined` where the system does not tell. */
  descriptors: number | undefined;
}

/** The built command in a process of its own, as anybody would start it. */
export interface MockProcess {
  pid: number;
  port: number;
  url: string;
  /** What it has written so far. */
  output(): string;
  isAlive(): boolean;
  /** Collects garbage, and measures. */
  level(): Promise<Level>;
  /** @returns its exit code, or `null` where the signal killed it */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/**
 * Starts the mock on a free port, and waits until it listens.
 *
 * @throws {Error} with what it wrote, where it ends instead
 */
export async function startMockProcess(
  args: readonly string[] = [],
  { inspected = false } = {},
): Promise<MockProcess> {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(
    process.execPath,
    [...(inspected ? ['--inspect=127.0.0.1:0'] : []), command, ...args, ...port],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, NO_COLOR: '1' } },
  );
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  const kept: string[] = [];
  const hear = (chunk: Buffer): void =>
    void (kept.push(String(chunk)) > 1000 && kept.splice(1, 500));
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const output = (): string => kept.join('');
  while (!output().includes('Ctrl-C')) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The mock did not start. ${output()}`);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  const [, url = '', bound] =
    /(http:\/\/[^\s:]+:(\d+))\/(?:lastmile|marketplace)/.exec(output()) ?? [];
  const debuggerUrl = /ws:\/\/\S+/.exec(output())?.[0];
  return {
    pid: child.pid as number,
    port: Number(bound),
    url,
    output,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    level: async () => ({
      heap: await liveHeap(debuggerUrl),
      descriptors: descriptorsOf(child.pid as number),
    }),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill(signal);
        await gone;
      }
      return child.exitCode;
    },
  };
}

function descriptorsOf(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

/**
 * Asks over the inspector, because what the system counts as resident says little about what is
 * kept.
 */
async function liveHeap(url: string | undefined): Promise<number> {
  if (url === undefined) throw new Error('Start the mock with `inspected`, to measure it.');
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const ask = async (
    id: number,
    method: string,
    params = {},
  ): Promise<{ result?: { result?: { value: number } } }> => {
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
      const answer = JSON.parse(data);
      if (answer.id === id) return answer;
    }
  };
  await ask(1, 'HeapProfiler.collectGarbage');
  const { result } = await ask(2, 'Runtime.evaluate', {
    expression: 'process.memoryUsage().heapUsed',
  });
  socket.close();
  return (result?.result?.value ?? Number.NaN) / 1e6;
}
