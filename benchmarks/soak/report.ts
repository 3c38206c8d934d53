import type { Report } from './soak.ts';

/** What a soak came to, for people: what happened, how memory fared, and what must not happen, with the first cases of each. */
export function reportLines({ tally, levels, slopes }: Report): string[] {
  const line = (name: string, text: string | number): string => `  ${name.padEnd(44)} ${text}`;
  const lines = [
    '',
    'What happened',
    ...[...tally.counts].sort(([a], [b]) => a.localeCompare(b)).map(([what, count]) => line(what, count)),
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
    lines.push('  No slope: what is remembered up to a bound has not been full for long enough. The emptied sandbox was compared.');
  for (const { what, slope, isLeak } of slopes ?? [])
    lines.push(
      line(what, `${slope >= 0 ? '+' : ''}${slope.toFixed(1)}${what === 'descriptors' ? '' : ' MB'} in an hour${isLeak ? ', a leak' : ''}`),
    );
  lines.push('', 'What must not happen');
  for (const [kind, { count, cases }] of tally.faults) lines.push(line(kind, count), ...cases.map((one) => `    ${one}`));
  return [...lines, '', tally.isClean ? 'All zero.' : 'Not all zero: see above.'];
}
