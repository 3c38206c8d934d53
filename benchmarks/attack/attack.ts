import type { Random } from './random.ts';

/** What an attack found: a fault of what was attacked. */
export interface Finding {
  /** What was wrong, in a line. */
  what: string;
  /** What to send to see it again. */
  repeat: string;
}

/** What an attack is given. */
export interface Attacker {
  random: Random;
  /** How many generated attempts to make, where an attack generates any. */
  runs: number;
  tell(what: string, repeat: string): void;
  /** Counts one more attempt. */
  tried(count?: number): void;
}

export interface Attack {
  name: string;
  /** What is tried, for the table. */
  title: string;
  /** @returns a remark for the table, such as a figure */
  run(attacker: Attacker): Promise<string | undefined>;
}

/** Bytes as text that can be read and sent again: `printf '%b' '…' | nc 127.0.0.1 4010`. */
export function printable(bytes: Buffer | string, most = 1500): string {
  const text = (typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes).toString(
    'latin1',
  );
  const escaped = text
    .slice(0, most)
    .replace(/[\\']|[^\x20-\x7e\n]/g, (one) =>
      one === '\r' ? '\\r' : `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`,
    )
    .replaceAll('\n', '\\n');
  return text.length > most ? `${escaped}… (${text.length} bytes)` : escaped;
}
