import type { Random } from '../../tools/random.ts';

/** A defect that an attack found. */
export interface Finding {
  what: string;
  /** Input or steps that reproduce the defect. */
  reproduce: string;
}

export interface AttackContext {
  random: Random;
  /** Scales the number of attempts, for attacks that generate them. */
  runs: number;
  report(what: string, reproduce: string): void;
  /** Counts attempts. Default: one. */
  count(attempts?: number): void;
}

export interface Attack {
  name: string;
  /** Description for the result table. */
  title: string;
  /** Returns a note for the result table, or `undefined` for no note. */
  run(context: AttackContext): Promise<string | undefined>;
}

/**
 * Escapes bytes, so that `printf '%b' '…' | nc 127.0.0.1 4010` sends them. If there are more than
 * `maxLength` bytes, omits the rest and appends the total number of bytes.
 */
export function printable(bytes: Buffer | string, maxLength = 1500): string {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
  const escaped = text
    .slice(0, maxLength)
    .replace(/[\\']|[^\x20-\x7e\n]/g, (character) =>
      character === '\r' ? '\\r' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    )
    .replaceAll('\n', '\\n');
  return text.length > maxLength ? `${escaped}… (${text.length} bytes)` : escaped;
}
