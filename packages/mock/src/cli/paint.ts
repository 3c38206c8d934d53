import type { Paint } from '../http/log-line.ts';

/**
 * Whether to use colours: on a terminal, unless `NO_COLOR` (no-color.org) says otherwise;
 * `FORCE_COLOR` says so anywhere.
 */
export function wantsColour(
  isTerminal: boolean,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0') return true;
  return isTerminal && env.TERM !== 'dumb';
}

const coloured = (colour: number, text: string): string => `\x1b[${colour}m${text}\x1b[0m`;

export const colours: Paint = {
  faint: (text) => coloured(2, text),
  status: (text, status) =>
    coloured(status >= 500 || status === 0 ? 31 : status >= 400 ? 33 : 32, text),
};
