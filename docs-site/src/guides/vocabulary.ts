import type { Contract, Json } from '@delivery-api/specs/contract';

const snakeCase = /(?<![\w/-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w*])/g;

/** The words with underscores in a piece of code. */
export const snakeWords = (text: string): string[] => text.match(snakeCase) ?? [];

/**
 * What the sandbox adds to the contracts: how its tokens begin, and what its control surface takes.
 */
export const sandboxWords: readonly string[] = [
  'test_token',
  'test_expired',
  'test_readonly',
  'test_other',
  'latency_ms',
  'out_of_order',
  'bad_signature',
];

/**
 * Keys, and texts that are names or values; what is said in sentences names nothing that is not
 * also a key or a value.
 */
function collect(node: Json, words: Set<string>): void {
  if (typeof node === 'string')
    for (const word of node.match(/[a-z][a-z0-9]*(?:_[a-z0-9]+)+/g) ?? []) words.add(word);
  else if (Array.isArray(node)) for (const item of node) collect(item, words);
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      words.add(key);
      if (
        !['description', 'summary', 'cause', 'action', 'title'].includes(key) ||
        typeof value !== 'string'
      )
        collect(value, words);
    }
  }
}

/**
 * Every word with underscores that the contracts know: fields, values, codes, events, parameters,
 * paths, permissions, scenarios, examples.
 */
export function vocabulary(contracts: readonly Contract[]): Set<string> {
  const words = new Set(sandboxWords);
  for (const { document } of contracts) collect(document, words);
  return words;
}

/** The known word that differs least from an unknown one, when it differs little. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  let best: { word: string; distance: number } | undefined;
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) > 2) continue;
    const apart = distance(word, candidate);
    if (apart <= 2 && (best === undefined || apart < best.distance))
      best = { word: candidate, distance: apart };
  }
  return best?.word;
}

/** How many letters have to be put in, taken out or replaced to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
