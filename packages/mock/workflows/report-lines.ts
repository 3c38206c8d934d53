import type { WorkflowResult } from './run-workflow.ts';

/** Formats a result as one line, followed by indented lines with the failures. */
export function reportLines({
  workflow,
  steps,
  requests,
  milliseconds,
  failures,
}: WorkflowResult): string[] {
  const sign = failures.length === 0 ? '✓' : '✗';
  const counts = `${number(steps, 'step')}, ${number(requests, 'request')}, ${(milliseconds / 1000).toFixed(1)} s`;
  return [
    `${sign} ${workflow.id}: ${workflow.summary} (${counts})`,
    ...failures.map((failure) => `    ${failure}`),
  ];
}

const number = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
