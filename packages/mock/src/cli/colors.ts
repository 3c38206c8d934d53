import type { Colors } from '../http/log-line.ts';

/**
 * Returns whether to use colors: never with a nonempty `NO_COLOR` (no-color.org), otherwise with a
 * `FORCE_COLOR` other than `0`, or on a terminal that is not `dumb`.
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
