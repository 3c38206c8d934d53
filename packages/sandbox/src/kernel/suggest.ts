import { distance } from 'fastest-levenshtein';

/** Maximum word length. Longer words are truncated, because the cost increases with the length. */
const maxLength = 80;

/** Returns the candidate most similar to a mistyped word; `undefined` if none is similar enough. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const mistyped = word.toLowerCase().slice(0, maxLength);
  const near = candidates
    .map((candidate) => ({ candidate, edits: edits(mistyped, candidate.toLowerCase()) }))
    .filter(
      ({ candidate, edits: count }) => count <= Math.max(1, Math.floor(candidate.length / 3)),
    );
  return near.sort((a, b) => a.edits - b.edits)[0]?.candidate;
}

/**
 * Returns the number of insertions, deletions and replacements that convert one word to another.
 * Two edits that only change the order of letters, such as a swap, count as one.
 */
function edits(a: string, b: string): number {
  const count = distance(a, b);
  return count === 2 && sortLetters(a) === sortLetters(b) ? 1 : count;
}

const sortLetters = (word: string): string => [...word].sort().join('');
