import type { Exchange } from '../api/types.ts';

/** The colors of a log line. */
export interface Colors {
  faint(text: string): string;
  status(text: string, status: number): string;
}
const plain: Colors = { faint: (text) => text, status: (text) => text };

const maxFindings = 3;

/** Formats a request as one log line, with the local time of day and the first findings. */
export function logLine(exchange: Exchange, colors: Colors = plain): string {
  const { at, method, path, status, operation, milliseconds, code } = exchange;
  const { client, attempt, findings, responseFindings } = exchange;
  const shown = findings.slice(0, maxFindings).join('; ');
  const more = findings.length > maxFindings ? `; and ${findings.length - maxFindings} more` : '';
  const problem = [code, shown + more].filter(Boolean).join(': ');
  const own =
    responseFindings.length > 0
      ? `response: ${responseFindings.slice(0, maxFindings).join('; ')}`
      : '';
  return [
    colors.faint(timeOfDay(new Date(at))),
    printable(method).padEnd(4),
    printable(path),
    colors.status(status === 0 ? 'no response' : String(status), status),
    operation ?? '-',
    colors.faint(`${milliseconds.toFixed(1)} ms`),
    ...(attempt === undefined
      ? []
      : [colors.faint(`${client ?? 'unknown client'} attempt ${attempt}`)]),
    ...[problem, own].filter((text) => text !== '').map(printable),
  ].join('  ');
}

const timeOfDay = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/**
 * Replaces control characters. A terminal would interpret the control characters that a client
 * sends.
 */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '?');
