import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../tools/free-port.ts';
import { root } from './contracts.ts';
import { openDescriptors, type ServerProcess, startNode, waitUntilReady } from './processes.ts';

/** Memory and descriptors of a process at one time. */
export interface ResourceUsage {
  /** Heap after garbage collection, in MB (10^6 bytes). */
  heap: number;
  descriptors: number | undefined;
}

/** The `delivery-mock` command in its own process. */
export interface MockServer extends ServerProcess {
  port: number;
  url: string;
  /** Collects garbage and measures. Requires `inspect`. */
  resourceUsage(): Promise<ResourceUsage>;
}

/** Returns the script of the `delivery-mock` command in a checkout of this repository. */
export function mockCommand(checkout: string = root): string {
  const folder = join(checkout, 'packages/mock');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  return join(folder, bin['delivery-mock'] as string);
}

/**
 * Starts the mock and waits until it responds.
 *
 * @param args arguments of `delivery-mock start`. Without `--port`, the mock uses a free port.
 * @param inspect whether `resourceUsage` is needed
 * @throws {Error} if the mock exits or does not respond within a minute
 */
export async function startMock(
  args: readonly string[] = [],
  { inspect = false, discardOutput = false } = {},
): Promise<MockServer> {
  const portIndex = args.indexOf('--port');
  const port = portIndex < 0 ? await freePort() : Number(args[portIndex + 1]);
  const nodeArgs = inspect ? ['--inspect=127.0.0.1:0'] : [];
  const portArgs = portIndex < 0 ? ['--port', String(port)] : [];
  const command = [...nodeArgs, mockCommand(), 'start', ...args, ...portArgs];
  const server = startNode(command, { discardOutput });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/_sandbox/health`, server);
  const inspectorUrl = /ws:\/\/\S+/.exec(server.output())?.[0];
  return {
    ...server,
    port,
    url,
    resourceUsage: async () => ({
      heap: await heapAfterCollection(inspectorUrl),
      descriptors: openDescriptors(server.pid),
    }),
  };
}

/** Returns the heap size after garbage collection, in MB (10^6 bytes), through the inspector. */
async function heapAfterCollection(url: string | undefined): Promise<number> {
  if (url === undefined) throw new Error('Start the mock with `inspect` to measure its heap.');
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const call = async (id: number, method: string, params = {}) => {
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
      const message = JSON.parse(data);
      if (message.id === id) return message as { result?: { result?: { value: number } } };
    }
  };
  await call(1, 'HeapProfiler.collectGarbage');
  const expression = 'process.memoryUsage().heapUsed';
  const { result } = await call(2, 'Runtime.evaluate', { expression });
  socket.close();
  return (result?.result?.value ?? Number.NaN) / 1e6;
}

/** Starts the mock, and stops it after `use`. */
export async function withMock<Result>(
  args: readonly string[],
  use: (mock: MockServer) => Promise<Result>,
  options: Parameters<typeof startMock>[1] = {},
): Promise<Result> {
  const mock = await startMock(args, options);
  try {
    return await use(mock);
  } finally {
    await mock.stop('SIGKILL');
  }
}
