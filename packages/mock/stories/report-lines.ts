import type { Outcome } from './respect.ts';

/** How a story went, in one line; below it, indented, what did not hold. */
export function reportLines({ story, steps, requests, milliseconds, faults }: Outcome): string[] {
  const sign = faults.length === 0 ? '✓' : '✗';
  const counts = `${number(steps, 'step')}, ${number(requests, 'request')}, ${(milliseconds / 1000).toFixed(1)} s`;
  return [
    `${sign} ${story.workflow}: ${story.summary} (${counts})`,
    ...faults.map((fault) => `    ${fault}`),
  ];
}

const number = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
