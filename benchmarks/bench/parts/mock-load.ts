import type { InterfaceName } from '@delivery-api/specs/contract';
import type { Row } from '../../report/results.ts';
import { bookingRequest, exampleOf, storeId, storePaths } from '../../shared/contracts.ts';
import { interleave } from '../../shared/interleave.ts';
import {
  authorization,
  type MockGoals,
  otherSuffix,
  prismComparisons,
  type RunningContender,
  type ServerContender,
} from '../contenders.ts';
import {
  checkRequest,
  generateLoad,
  type LoadRequest,
  type LoadResult,
  uniqueId,
} from '../load.ts';
import { type Metric, type PartOptions, rowsOf } from '../part.ts';
import { largeMenu } from './large-menu.ts';

interface Workload {
  what: string;
  interface: InterfaceName;
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** Whether requests need an `Idempotency-Key`. */
  hasKey?: boolean;
  isValid: (response: Record<string, unknown>) => boolean;
  /** Goals by number of connections. */
  connections: Record<number, MockGoals>;
  length: { duration: number } | { amount: number };
}

function workloads(quick: boolean): Workload[] {
  const length = { duration: quick ? 1 : 3 };
  const examples = { atLeast: 3 };
  return [
    {
      what: 'read (getStoreInfo)',
      interface: 'lastmile',
      method: 'GET',
      path: storePaths.lastmile,
      isValid: ({ id }) => id === storeId,
      connections: { 1: {}, 10: { sandbox: { atLeast: 2.4 }, examples }, 100: {} },
      length,
    },
    {
      what: 'small write (createEstimate)',
      interface: 'lastmile',
      method: 'POST',
      path: '/acme/create_estimate',
      body: JSON.stringify(exampleOf('createEstimate', 'rough_estimate_request')),
      isValid: ({ id }) => id !== undefined,
      connections: { 1: {}, 10: { sandbox: { atLeast: 2 }, examples }, 100: {} },
      length,
    },
    {
      what: 'menu of 1 MB (submitMenu)',
      interface: 'marketplace',
      method: 'POST',
      path: '/menu',
      body: largeMenu(1_000_000),
      hasKey: true,
      isValid: ({ status }) => status !== undefined,
      connections: { 10: { sandbox: { atLeast: 1 }, examples: { atLeast: 1 } } },
      // Responses are so slow that a fixed duration would cut off a large share of them.
      length: { amount: quick ? 10 : 30 },
    },
    {
      what: 'write (createBooking)',
      interface: 'lastmile',
      method: 'POST',
      path: '/acme/create_booking',
      body: JSON.stringify(bookingRequest(uniqueId)),
      hasKey: true,
      isValid: ({ id }) => id !== undefined,
      connections: { 10: { examples }, 50: { sandbox: { atLeast: 1.6 } } },
      length,
    },
  ];
}

/** Measures throughput, CPU time, latency, and memory of all contenders. */
export async function measureLoad(
  contenders: readonly ServerContender[],
  { quick, rounds = quick ? 1 : 5, log }: PartOptions,
): Promise<Record<'rates' | 'processor' | 'latencies' | 'memory', Row[]>> {
  const running = new Map<string, RunningContender>();
  const rows = { rates: [], processor: [], latencies: [], memory: [] } as Record<string, Row[]>;
  const addRows = (
    table: string,
    measured: Map<string, LoadResult[]>,
    metric: Metric<LoadResult>,
  ) => rows[table]?.push(...rowsOf(measured, [metric]));
  const addMemory = (what: string, goals: MockGoals): void => {
    const memory = new Map([...running].map(([name, server]) => [name, [server.memory()]]));
    const comparisons = prismComparisons(contenders, goals);
    rows.memory?.push(
      ...rowsOf(memory, [{ what, unit: 'MB', value: (megabytes) => megabytes, comparisons }]),
    );
  };
  try {
    for (const contender of contenders) running.set(contender.name, await contender.start());
    for (const workload of workloads(quick)) {
      // Bookings stay active, so the memory goals apply only to the workloads before createBooking.
      if (workload.path.endsWith('create_booking'))
        addMemory('memory after reads, estimates, and menus', {
          sandbox: { atMost: 1 },
          examples: { atMost: 1 },
        });
      const accepting = await contendersThatAccept(workload, running, log);
      for (const [count, goals] of Object.entries(workload.connections)) {
        if (quick && Object.keys(goals).length === 0) continue;
        const what = `${workload.what}, ${count} connection${count === '1' ? '' : 's'}`;
        log(`${what}: ${rounds} rounds`);
        const measured = await interleave(accepting, rounds, async (name) => {
          const server = running.get(name) as RunningContender;
          // The sandbox keeps active bookings and valid estimates. Without a reset, a faster
          // contender has more of them.
          if (workload.path.includes('create_')) await server.reset();
          const { request, pid } = requestTo(server, workload);
          return generateLoad(request, Number(count), workload.length, pid);
        });
        const compared = contenders.filter(({ name }) => accepting.includes(name));
        const comparisons = prismComparisons(compared, goals);
        addRows('rates', measured, { what, unit: '1/s', value: ({ rate }) => rate, comparisons });
        if (Object.keys(goals).length > 0)
          addRows('processor', measured, {
            what,
            unit: 'ms',
            value: ({ processor }) => processor,
            comparisons: prismComparisons(compared),
          });
        for (const quantile of ['p50', 'p99'] as const)
          addRows('latencies', measured, {
            what: `${what}, ${quantile}`,
            unit: 'ms',
            value: (result) => result[quantile],
          });
      }
    }
    addMemory('memory after bookings', {});
    return rows as Awaited<ReturnType<typeof measureLoad>>;
  } finally {
    await Promise.all([...running.values()].map(({ stop }) => stop()));
  }
}

/**
 * Returns the names of the contenders that accept the request of a workload. Another checkout can
 * have an earlier contract, and reject the request.
 *
 * @throws {Error} if a contender of this checkout rejects the request
 */
async function contendersThatAccept(
  workload: Workload,
  running: ReadonlyMap<string, RunningContender>,
  log: (line: string) => void,
): Promise<string[]> {
  const accepting: string[] = [];
  for (const [name, server] of running)
    try {
      await checkRequest(requestTo(server, workload).request, workload.isValid);
      accepting.push(name);
    } catch (error) {
      if (!name.endsWith(otherSuffix)) throw error;
      log(`${workload.what}: skipped for ${name}: ${(error as Error).message}`);
    }
  return accepting;
}

function requestTo(
  server: RunningContender,
  { interface: api, method, path, body, hasKey }: Workload,
): { request: LoadRequest; pid: number } {
  const { baseUrl, pid } = server.serverOf(api);
  const headers = {
    ...authorization,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(hasKey && { 'idempotency-key': `bench-${uniqueId}` }),
  };
  return { request: { url: `${baseUrl}${path}`, method, headers, ...(body && { body }) }, pid };
}
