// What the sandbox needs after many bookings, against what it needs after few: `node
// bench/memory.ts [BOOKINGS] [MAX_ENTRIES]`, on the built package.
// Ends with 1 where a bound is broken: 1.5 times the memory, 1.2 times p50 and p99 of reads and
// writes; or, with room for all, where a booking is lost.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { loadContract } from '@delivery-api/specs/contract';

interface Figures {
  heap: number;
  writes: number[];
  reads: number[];
}

const [bookings = 100_000, maxEntries = 10_000] = process.argv.slice(2).map(Number);
const few = bookings / 10;
const batch = 1_000;
/** The requests that are timed, at the end of each stage. */
const timed = 10_000;
const bounds = { heap: 1.5, time: 1.2 };

const child = fork(
  fileURLToPath(new URL('sandbox-process.ts', import.meta.url)),
  [String(maxEntries)],
  { execArgv: ['--expose-gc'] },
);
const [{ url }] = (await once(child, 'message')) as [{ url: string }];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const document = fileURLToPath(new URL('../../../specs/dist/lastmile.json', import.meta.url));
const example = loadContract(document)
  .operations.find(({ id }) => id === 'createBooking')
  ?.request?.examples.find(({ name }) => name === 'reassignment_booking_request')?.value as Record<
  string,
  unknown
>;

const ids: string[] = [];
const stages: Figures[] = [];
for (const target of [few, bookings]) {
  const writes: number[] = [];
  const reads: number[] = [];
  while (ids.length < target) {
    for (let count = 0; count < batch; count++) {
      const body = JSON.stringify({ ...example, external_reference: `B-${ids.length}` });
      const made = await ask('POST', '/lastmile/acme/create_booking', body, {
        'idempotency-key': `key-${ids.length}-bench`,
      });
      if (made.status !== 201)
        throw new Error(`Booking ${ids.length}: ${made.status} ${made.text}`);
      const { id } = JSON.parse(made.text) as { id: string };
      ids.push(id);
      const read = await ask('GET', `/lastmile/acme/get_booking_details/${id}`);
      if (ids.length > target - timed) {
        writes.push(made.milliseconds);
        reads.push(read.milliseconds);
      }
    }
    await ask('PUT', '/_sandbox/clock', '{"advance_seconds":14400}');
  }
  child.send('heap');
  const [{ heap }] = (await once(child, 'message')) as [{ heap: number }];
  stages.push({ heap, writes, reads });
  console.log(
    `after ${target}: heap ${(heap / 1e6).toFixed(1)} MB, writes ${tell(writes)}, reads ${tell(reads)}`,
  );
}
let found = 0;
for (const id of ids)
  if ((await ask('GET', `/lastmile/acme/get_booking_details/${id}`)).status === 200) found += 1;
console.log(
  `${found} of ${ids.length} bookings are still there, with room for ${maxEntries} finished ones`,
);
child.kill();
agent.destroy();

const [before, after] = stages as [Figures, Figures];
const ratios: [string, number, number][] = [
  // With room for all of them, memory grows with what is remembered; nothing is promised then.
  ...(maxEntries >= bookings
    ? []
    : ([['heap', after.heap / before.heap, bounds.heap]] as [string, number, number][])),
  ...(['writes', 'reads'] as const).flatMap((kind) =>
    [0.5, 0.99].map((part): [string, number, number] => [
      `p${part * 100} of ${kind}`,
      quantile(after[kind], part) / quantile(before[kind], part),
      bounds.time,
    ]),
  ),
];
for (const [name, ratio, bound] of ratios)
  console.log(`${name}: ${ratio.toFixed(2)} times (at most ${bound})`);
const isLost = found < Math.min(ids.length, maxEntries);
if (isLost || ratios.some(([, ratio, bound]) => ratio > bound)) process.exitCode = 1;

function ask(
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; milliseconds: number }> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}${path}`,
      {
        method,
        agent,
        headers: {
          authorization: 'Bearer test_bench',
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            text,
            milliseconds: performance.now() - started,
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? 0;
}

function tell(times: readonly number[]): string {
  return `p50 ${quantile(times, 0.5).toFixed(2)} ms p99 ${quantile(times, 0.99).toFixed(2)} ms`;
}
