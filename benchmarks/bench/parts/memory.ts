import { Agent, request } from 'node:http';
import { installedVersions } from '../../report/machine.ts';
import { ratio, row } from '../../report/results.ts';
import { bookingRequest } from '../../shared/contracts.ts';
import { type MockServer, startMock } from '../../shared/mock-server.ts';
import { quantile, type Sample, single } from '../../shared/statistics.ts';
import { limitedRow, type Part } from '../part.ts';

/** Maximum number of timed bookings at the end of each stage. Each has one write and one read. */
const timedRequests = 10_000;

interface Stage {
  heap: number;
  writes: number[];
  reads: number[];
}

/** Memory and latency of the sandbox after many bookings, compared with a tenth of the bookings. */
export const memory: Part = async ({
  quick,
  bookings = quick ? 5_000 : 100_000,
  maxEntries = quick ? 200 : 10_000,
  log,
}) => {
  const few = Math.ceil(bookings / 10);
  const clock = ['--frozen', '--start', '2026-11-20T18:00:00Z'];
  const args = ['--seed', 'bench', ...clock, '--quiet', '--max-entries', String(maxEntries)];
  const mock = await startMock(args, { inspect: true });
  const client = new TimedClient(mock);
  const ids: string[] = [];
  const stages: Record<string, Stage> = {};
  let found = 0;
  try {
    for (const target of [few, bookings]) {
      stages[`after ${target}`] = await createBookings(client, ids, target);
      log(`${target} bookings`);
    }
    for (const id of ids) if ((await client.readBooking(id)).status === 200) found += 1;
  } finally {
    client.close();
    await mock.stop('SIGKILL');
  }
  const columns = Object.keys(stages);
  const [before = '', after = ''] = columns;
  const stageRow = (what: string, unit: string, of: (stage: Stage) => number, atMost?: number) => {
    const values: Record<string, Sample> = {};
    for (const [name, stage] of Object.entries(stages)) values[name] = single(of(stage));
    return row(what, unit, values, [ratio(values, after, before, atMost ? { atMost } : {})]);
  };
  // If the sandbox keeps all bookings, memory grows with their number, and no limit applies.
  const heapLimit = maxEntries >= bookings ? undefined : 1.5;
  const latencies = (['writes', 'reads'] as const).flatMap((kind) =>
    [0.5, 0.99].map((part) =>
      stageRow(`${kind}, p${part * 100}`, 'ms', (stage) => quantile(stage[kind], part), 1.2),
    ),
  );
  const kept = Math.min(ids.length, maxEntries);
  return {
    versions: installedVersions(['@delivery-api/mock']),
    how:
      `The sandbox keeps at most ${maxEntries} closed bookings. The simulated clock advances ` +
      'regularly, so that bookings finish. Memory is the heap after garbage ' +
      'collection. Latency is measured for sequential requests at the end of each stage.',
    tables: [
      {
        id: 'bookings',
        title: 'After many bookings',
        columns,
        rows: [
          stageRow('heap', 'MB', ({ heap }) => heap, heapLimit),
          ...latencies,
          limitedRow('bookings that can be read', '', after, single(found), { atLeast: kept }),
        ],
      },
    ],
    notes: [],
  };
};

async function createBookings(client: TimedClient, ids: string[], target: number): Promise<Stage> {
  const writes: number[] = [];
  const reads: number[] = [];
  while (ids.length < target) {
    const batchEnd = Math.min(target, ids.length + 1_000);
    while (ids.length < batchEnd) {
      const created = await client.createBooking(ids.length);
      if (created.status !== 201)
        throw new Error(`Booking ${ids.length} failed with ${created.status}: ${created.text}`);
      const { id } = JSON.parse(created.text) as { id: string };
      ids.push(id);
      const read = await client.readBooking(id);
      if (ids.length <= target - timedRequests) continue;
      writes.push(created.milliseconds);
      reads.push(read.milliseconds);
    }
    await client.send('PUT', '/_sandbox/clock', '{"advance_seconds":14400}');
  }
  return { heap: await client.heap(), writes, reads };
}

interface TimedResponse {
  status: number;
  text: string;
  milliseconds: number;
}

/** Sends requests on one connection. `fetch` is not used because it is slower than the sandbox. */
class TimedClient {
  readonly #mock: MockServer;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(mock: MockServer) {
    this.#mock = mock;
  }

  createBooking(number: number): Promise<TimedResponse> {
    const body = JSON.stringify(bookingRequest(`B-${number}`));
    const headers = { 'idempotency-key': `key-${number}-bench` };
    return this.send('POST', '/lastmile/acme/create_booking', body, headers);
  }

  readBooking(id: string): Promise<TimedResponse> {
    return this.send('GET', `/lastmile/acme/get_booking_details/${id}`);
  }

  async heap(): Promise<number> {
    return (await this.#mock.resourceUsage()).heap;
  }

  send(
    method: string,
    path: string,
    body?: string,
    more: Record<string, string> = {},
  ): Promise<TimedResponse> {
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { authorization: 'Bearer test_bench', ...content, ...more };
    const start = performance.now();
    return new Promise((resolve, reject) => {
      request(`${this.#mock.url}${path}`, { method, agent: this.#agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          const milliseconds = performance.now() - start;
          resolve({ status: response.statusCode ?? 0, text, milliseconds });
        });
      })
        .on('error', reject)
        .end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
