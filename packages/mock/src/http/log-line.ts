import type { Exchange } from '../public.ts';

/** How to show the parts of a line that deserve it; plain text without. */
export interface Paint {
  faint(text: string): string;
  status(text: string, status: number): string;
}
const plain: Paint = { faint: (text) => text, status: (text) => text };

const maxFindings = 3;

/**
 * One line for one request: when, what, how it ended, and what was wrong with it. Times of day are
 * those of the machine.
 */
export function logLine(exchange: Exchange, paint: Paint = plain): string {
  const { at, method, path, status, operation, milliseconds, code, findings, answerFindings } =
    exchange;
  const shown = findings.slice(0, maxFindings).join('; ');
  const more = findings.length > maxFindings ? `; and ${findings.length - maxFindings} more` : '';
  const trouble = [code, shown + more].filter(Boolean).join(': ');
  const own =
    answerFindings.length > 0
      ? `the answer itself: ${answerFindings.slice(0, maxFindings).join('; ')}`
      : '';
  return [
    paint.faint(timeOfDay(new Date(at))),
    printable(method).padEnd(4),
    printable(path),
    paint.status(status === 0 ? 'cut' : String(status), status),
    operation ?? '-',
    paint.faint(`${milliseconds.toFixed(1)} ms`),
    ...[trouble, own].filter((text) => text !== '').map(printable),
  ].join('  ');
}

const timeOfDay = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

// What a client sends may carry anything; a terminal must not act on it.
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '?');
