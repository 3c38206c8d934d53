import { versionsOf, whole } from '../bench/lib/machine.ts';
import { once, type Row, row } from '../bench/lib/results.ts';
import type { Measured } from '../bench/parts/part.ts';
import type { Report } from './soak.ts';

/**
 * What a soak came to, for people: what happened, how memory fared, and what must not happen, with
 * the first cases of each.
 */
export function reportLines({ tally, levels, slopes }: Report): string[] {
  const line = (name: string, text: string | number): string => `  ${name.padEnd(44)} ${text}`;
  const lines = [
    '',
    'What happened',
    ...[...tally.counts]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([what, count]) => line(what, count)),
  ];
  lines.push('', 'Memory and descriptors of the sandbox');
  const last = levels.at(-1);
  if (last !== undefined)
    lines.push(
      line(
        'at the end',
        `${last.heap.toFixed(1)} MB live, ${last.resident.toFixed(0)} MB resident, ${last.descriptors ?? '?'} descriptors`,
      ),
    );
  if (slopes === undefined)
    lines.push(
      '  No slope: what is remembered up to a bound has not been full for long enough. The emptied sandbox was compared.',
    );
  for (const { what, slope, isLeak } of slopes ?? [])
    lines.push(
      line(
        what,
        `${slope >= 0 ? '+' : ''}${slope.toFixed(1)}${what === 'descriptors' ? '' : ' MB'} in an hour${isLeak ? ', a leak' : ''}`,
      ),
    );
  lines.push('', 'What must not happen');
  for (const [kind, { count, cases }] of tally.faults)
    lines.push(line(kind, count), ...cases.map((one) => `    ${one}`));
  return [...lines, '', tally.isClean ? 'All zero.' : 'Not all zero: see above.'];
}

/** What a soak came to, as a part of the results. */
export function measuredOf({ tally, levels }: Report, how: string): Measured {
  const counted = (what: string, count: number): Row => row(what, '', { count: once(count) });
  const level = ({ minutes, heap, resident, descriptors }: Report['levels'][number]): Row =>
    row(`after ${minutes.toFixed(1)} minutes`, '', {
      'live, MB': once(heap),
      'resident, MB': once(resident),
      ...(descriptors !== undefined && { descriptors: once(descriptors) }),
    });
  const [first, last] = [levels[0], levels.at(-1)];
  const ends =
    first === undefined || last === undefined
      ? []
      : first === last
        ? [level(last)]
        : [level(first), level(last)];
  return {
    versions: versionsOf(whole),
    how,
    tables: [
      {
        id: 'faults',
        title: 'What must not happen',
        columns: ['count'],
        rows: [...tally.faults].map(([kind, { count }]) => counted(kind, count)),
      },
      {
        id: 'counts',
        title: 'What happened',
        columns: ['count'],
        rows: [...tally.counts]
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([what, count]) => counted(what, count)),
      },
      ...(ends.length === 0
        ? []
        : [
            {
              id: 'levels',
              title: 'The sandbox',
              columns: ['live, MB', 'resident, MB', 'descriptors'],
              rows: ends,
            },
          ]),
    ],
    notes: [],
  };
}
