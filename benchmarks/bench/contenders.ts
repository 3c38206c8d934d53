import { createRequire } from 'node:module';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { freePort } from '../../tools/free-port.ts';
import type { Bounds } from '../report/results.ts';
import { bundlePath, interfaceNames, root, storePaths } from '../shared/contracts.ts';
import { mockCommand } from '../shared/mock-server.ts';
import {
  residentMemory,
  type ServerProcess,
  startNode,
  waitUntilReady,
} from '../shared/processes.ts';
import type { Comparison } from './part.ts';

/** A product that serves both interfaces, for the mock benchmark. */
export interface ServerContender {
  name: string;
  start(): Promise<RunningContender>;
}

export interface RunningContender {
  /** Returns the base URL and the process ID of the server of an interface. */
  serverOf(name: InterfaceName): { baseUrl: string; pid: number };
  /** Returns the resident memory of all processes, in MB (10^6 bytes). */
  memory(): number;
  /** Restores the initial state. Has no effect on a server without state. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The `Authorization` header, which every contender accepts. */
export const authorization = { authorization: 'Bearer test_bench' };

type Mode = 'sandbox' | 'examples';

/**
 * The mock of a checkout: one process that serves both interfaces.
 *
 * @param checkout folder of a built checkout. Default: this repository.
 */
export const mockContender = (name: string, mode: Mode, checkout = root): ServerContender => ({
  name,
  async start() {
    const port = await freePort();
    const args = [mockCommand(checkout), 'start', '--mode', mode, '--port', String(port)];
    const server = startNode(args, { discardOutput: true });
    const url = `http://127.0.0.1:${port}`;
    const servers = interfaceNames.map((api) => [api, server, `${url}/${api}`] as const);
    const reset = async (): Promise<void> => {
      const headers = { 'content-type': 'application/json' };
      if (mode === 'sandbox')
        await fetch(`${url}/_sandbox/reset`, { method: 'POST', body: '{}', headers });
    };
    return runningContender(servers, reset);
  },
});

/** The Prism CLI, which needs one process per interface. */
export const prismContender: ServerContender = {
  name: 'prism mock',
  async start() {
    const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
    const servers = interfaceNames.map(async (api) => {
      const port = await freePort();
      const args = ['mock', bundlePath(api, 'yaml'), '--host', '127.0.0.1', '--port', String(port)];
      // Prism causes a Node.js deprecation warning at each start.
      const server = startNode(['--no-deprecation', command, ...args], { discardOutput: true });
      return [api, server, `http://127.0.0.1:${port}`] as const;
    });
    return runningContender(await Promise.all(servers));
  },
};

/** Waits until both interfaces return a store, and returns the running contender. */
async function runningContender(
  servers: readonly (readonly [api: InterfaceName, server: ServerProcess, baseUrl: string])[],
  reset = async (): Promise<void> => {},
): Promise<RunningContender> {
  const processes = [...new Set(servers.map(([, server]) => server))];
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((server) => server.stop('SIGKILL')));
  };
  try {
    await Promise.all(
      servers.map(([api, server, baseUrl]) =>
        waitUntilReady(`${baseUrl}${storePaths[api]}`, server, authorization),
      ),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    serverOf(name) {
      const [, server, baseUrl] = servers.find(([api]) => api === name) as (typeof servers)[number];
      return { baseUrl, pid: server.pid };
    },
    memory: () => processes.reduce((sum, { pid }) => sum + residentMemory(pid), 0),
    reset,
    stop,
  };
}

/** Suffix of the names of contenders from another checkout. */
export const otherSuffix = ', other checkout';

/** Goals for the mock modes, relative to Prism. */
export type MockGoals = Partial<Record<'sandbox' | 'examples', Bounds>>;

/** Compares each mode with Prism, and with the same mode of the other checkout, if there is one. */
export const prismComparisons = (
  contenders: readonly ServerContender[],
  goals: MockGoals = {},
): Comparison[] =>
  (['sandbox', 'examples'] as const).flatMap((of) => [
    { of, to: prismContender.name, ...goals[of] },
    ...contenders
      .filter(({ name }) => name === `${of}${otherSuffix}`)
      .map(({ name }) => ({ of, to: name })),
  ]);
