import type { Contract, Json } from '@delivery-api/specs/contract';
import { closest, distance } from 'fastest-levenshtein';

const snakeCase = /(?<![\w/-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w*-])/g;

/** Returns the snake_case words in a code span. */
export const snakeWords = (text: string): string[] => text.match(snakeCase) ?? [];

/**
 * Words that the sandbox defines in addition to the contracts: tokens, and fields and values of its
 * control API.
 */
export const sandboxWords: readonly string[] = [
  'test_token',
  'test_expired',
  'test_readonly',
  'test_other',
  'latency_ms',
  'out_of_order',
  'bad_signature',
  'advance_seconds',
  'expires_after_seconds',
];

/**
 * Adds each key, and the snake_case words in string values. Skips prose, because each name in it is
 * also a key or part of a value.
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
 * Returns the words that guides can use in code spans: the words of the sandbox, and the keys and
 * the snake_case words in the values of the contracts.
 */
export function vocabulary(contracts: readonly Contract[]): Set<string> {
  const words = new Set(sandboxWords);
  for (const { document } of contracts) collect(document, words);
  return words;
}

/** Returns the known word closest to an unknown one. `undefined` if the edit distance exceeds 2. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  const match = closest(word, [...words]);
  return distance(word, match) <= 2 ? match : undefined;
}
