import type { Contract, Json } from '@delivery-api/specs/contract';
import { closest, distance } from 'fastest-levenshtein';

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

/** Returns the known word closest to an unknown one, if at most two letters differ. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  const match = closest(word, [...words]);
  return distance(word, match) <= 2 ? match : undefined;
}
