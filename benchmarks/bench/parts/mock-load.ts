import { interleaved } from '../../../tools/interleave.ts';
import { type Sample, sampleOf } from '../../../tools/statistics.ts';
import { type Load, load, probe, type Shot } from '../lib/load.ts';
import { largeMenu } from '../lib/menu.ts';
import { answers, processorTime, type Running, residentMemory } from '../lib/processes.ts';
import { type Row, ratio, row } from '../lib/results.ts';
import {
  contractOf,
  firstReads,
  headers,
  type InterfaceName,
  startMock,
  startPrism,
} from '../lib/servers.ts';
import type { Options } from './part.ts';

const sides = ['sandbox', 'examples', 'prism mock'] as const;
type Side = (typeof sides)[number];

interface Kind {
  what: string;
  interface: InterfaceName;
  shot: Omit<Shot, 'url' | 'headers'> & { path: string };
  isRight: (answer: unknown) => boolean;
  connections: { count: number; rounds: number }[];
  howLong: { duration: number } | { amount: number };
  aims: { sandbox: number; examples: number };
}

const has = (name: string) => (answer: unknown) =>
  (answer as Record<string, unknown>)[name] !== undefined;

function kinds(quick: boolean): Kind[] {
  const estimate = contractOf('lastmile')
    .operations.find(({ id }) => id === 'createEstimate')
    ?.request?.examples.find(({ name }) => name === 'rough_estimate_request')?.value;
  if (estimate === undefined)
    throw new Error(
      'createEstimate has no example rough_estimate_request any more; choose another.',
    );
  const connections = quick
    ? [{ count: 10, rounds: 1 }]
    : [1, 10, 100].map((count) => ({ count, rounds: 5 }));
  const aims = { sandbox: 1.5, examples: 1 };
  return [
    {
      what: 'read (getStoreInfo)',
      interface: 'lastmile',
      shot: { path: firstReads.lastmile, method: 'GET' },
      isRight: (answer) => (answer as { id?: string }).id === 'sto_01JD3M7X9KQA',
      connections,
      howLong: { duration: quick ? 1 : 3 },
      aims,
    },
    {
      what: 'small write (createEstimate)',
      interface: 'lastmile',
      shot: { path: '/acme/create_estimate', method: 'POST', body: JSON.stringify(estimate) },
      isRight: has('id'),
      connections,
      howLong: { duration: quick ? 1 : 3 },
      aims,
    },
    {
      what: 'menu of 1 MB (submitMenu)',
      interface: 'marketplace',
      shot: { path: '/menu', method: 'POST', body: largeMenu(1_000_000), keyed: true },
      isRight: has('status'),
      connections: [{ count: 10, rounds: quick ? 1 : 5 }],
      // So slow an answer would be cut off at the end of a time, and not be counted.
      howLong: { amount: quick ? 10 : 30 },
      aims: { sandbox: 1, examples: 1 },
    },
  ];
}

/**
 * Requests per second and latencies of the same requests at each side; and what the processes hold
 * in memory at the end.
 */
export async function measureLoad({
  quick,
  say,
}: Options): Promise<{ rates: Row[]; work: Row[]; latencies: Row[]; memory: Row }> {
  const [sandbox, examples, lastmile, marketplace] = await Promise.all([
    startMock('sandbox'),
    startMock('examples'),
    startPrism('lastmile'),
    startPrism('marketplace'),
  ]);
  const prisms: Record<InterfaceName, Running> = { lastmile, marketplace };
  const baseOf = (side: Side, name: InterfaceName): string =>
    side === 'prism mock'
      ? `http://127.0.0.1:${prisms[name].port}`
      : `http://127.0.0.1:${(side === 'sandbox' ? sandbox : examples).port}/${name}`;
  const pidOf = (side: string, name: InterfaceName): number =>
    (side === 'prism mock' ? prisms[name] : side === 'sandbox' ? sandbox : examples).pid;
  try {
    for (const side of sides)
      for (const name of ['lastmile', 'marketplace'] as const)
        await answers(`${baseOf(side, name)}${firstReads[name]}`, headers);
    const rates: Row[] = [];
    const latencies: Row[] = [];
    const work: Row[] = [];
    for (const kind of kinds(quick)) {
      const shotOf = (side: string): Shot => ({
        ...kind.shot,
        headers,
        url: `${baseOf(side as Side, kind.interface)}${kind.shot.path}`,
      });
      for (const side of sides) await probe(shotOf(side), kind.isRight);
      for (const { count, rounds } of kind.connections) {
        say(`${kind.what}, ${count} connections: ${rounds} rounds`);
        const measured = await interleaved(
          sides,
          rounds,
          (side) => worked(pidOf(side, kind.interface), shotOf(side), count, kind.howLong),
          { warmUp: 1 },
        );
        const values = (pick: (one: Worked) => number): Record<string, Sample> =>
          Object.fromEntries([...measured].map(([side, all]) => [side, sampleOf(all.map(pick))]));
        const what = `${kind.what}, ${count} ${count === 1 ? 'connection' : 'connections'}`;
        const rate = values((one) => one.rate);
        const isAim = count === 10;
        rates.push(
          row(what, '1/s', rate, [
            ratio(rate, 'sandbox', 'prism mock', isAim ? { atLeast: kind.aims.sandbox } : {}),
            ratio(rate, 'examples', 'prism mock', isAim ? { atLeast: kind.aims.examples } : {}),
          ]),
        );
        if (isAim && processorTime(process.pid) !== undefined) {
          const each = values((one) => one.work);
          work.push(
            row(what, 'ms', each, [
              ratio(each, 'sandbox', 'prism mock'),
              ratio(each, 'examples', 'prism mock'),
            ]),
          );
        }
        latencies.push(
          row(
            `${what}, p50`,
            'ms',
            values(({ p50 }) => p50),
          ),
          row(
            `${what}, p99`,
            'ms',
            values(({ p99 }) => p99),
          ),
        );
      }
    }
    const held = {
      sandbox: sampleOf([residentMemory(sandbox.pid)]),
      examples: sampleOf([residentMemory(examples.pid)]),
      'prism mock': sampleOf([residentMemory(lastmile.pid) + residentMemory(marketplace.pid)]),
    };
    const memory = row('memory after all of it (Prism: both processes)', 'MB', held, [
      ratio(held, 'sandbox', 'prism mock', { atMost: 1 }),
      ratio(held, 'examples', 'prism mock', { atMost: 1 }),
    ]);
    return { rates, work, latencies, memory };
  } finally {
    await Promise.all([sandbox, examples, lastmile, marketplace].map(({ stop }) => stop()));
  }
}

/**
 * A load, and the processor time of the server for each answer, in milliseconds: it tells more than
 * the rate where others use the machine too.
 */
type Worked = Load & { work: number };

async function worked(pid: number, ...how: Parameters<typeof load>): Promise<Worked> {
  const before = processorTime(pid) ?? 0;
  const done = await load(...how);
  return { ...done, work: (((processorTime(pid) ?? 0) - before) * 1000) / done.count };
}
