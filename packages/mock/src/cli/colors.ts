import type { Colors } from '../http/log-line.ts';

/**
 * Returns whether to use colors: never with `NO_COLOR` (no-color.org), otherwise with `FORCE_COLOR`
 * or on a terminal.
 */
export function wantsColor(
  isTerminal: boolean,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0') return true;
  return isTerminal && env.TERM !== 'dumb';
}

const ansi = (color: number, text: string): string => `\x1b[${color}m${text}\x1b[0m`;

export const ansiColors: Colors = {
  faint: (text) => ansi(2, text),
  status: (text, status) =>
    ansi(status >= 500 || status === 0 ? 31 : status >= 400 ? 33 : 32, text),
};
