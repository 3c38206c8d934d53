import { interleaved } from '../../../tools/interleave.ts';
import { sampleOf } from '../../../tools/statistics.ts';
import { answers, type Running, residentMemory } from '../lib/processes.ts';
import { type Row, ratio, row } from '../lib/results.ts';
import { firstReads, headers, type InterfaceName, startMock, startPrism } from '../lib/servers.ts';
import type { Options } from './part.ts';

export const sides = ['sandbox', 'examples', 'two Prisms'] as const;

/**
 * From starting the processes to the first 200 of both interfaces, and what they hold in memory
 * then.
 */
export async function measureStart({ quick, say }: Options): Promise<Row[]> {
  const rounds = quick ? 3 : 11;
  say(`start: ${rounds} rounds`);
  const measured = await interleaved(sides, rounds, async (side) => startOnce(side), { warmUp: 1 });
  const values = (pick: (one: Started) => number) =>
    Object.fromEntries([...measured].map(([side, all]) => [side, sampleOf(all.map(pick))]));
  const times = values(({ milliseconds }) => milliseconds);
  const memory = values(({ megabytes }) => megabytes);
  return [
    row('spawn to the first 200 of both', 'ms', times, [
      ratio(times, 'sandbox', 'two Prisms', { atMost: 0.5 }),
      ratio(times, 'examples', 'two Prisms', { atMost: 0.5 }),
    ]),
    row('memory after it', 'MB', memory, [
      ratio(memory, 'sandbox', 'two Prisms', { atMost: 1 }),
      ratio(memory, 'examples', 'two Prisms', { atMost: 1 }),
    ]),
  ];
}

interface Started {
  milliseconds: number;
  megabytes: number;
}

async function startOnce(side: string): Promise<Started> {
  const names: InterfaceName[] = ['lastmile', 'marketplace'];
  const begun = performance.now();
  const running: Running[] =
    side === 'two Prisms'
      ? await Promise.all(names.map(startPrism))
      : [await startMock(side as 'sandbox' | 'examples')];
  try {
    await Promise.all(
      names.map((name, index) => {
        const { port } = (running[index] ?? running[0]) as Running;
        const prefix = side === 'two Prisms' ? '' : `/${name}`;
        return answers(`http://127.0.0.1:${port}${prefix}${firstReads[name]}`, headers);
      }),
    );
    const milliseconds = performance.now() - begun;
    return {
      milliseconds,
      megabytes: running.reduce((sum, { pid }) => sum + residentMemory(pid), 0),
    };
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
}
