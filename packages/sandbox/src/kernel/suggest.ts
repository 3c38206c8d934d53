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

/** Returns the number of edits between two words. Two swapped letters count as one edit. */
function edits(a: string, b: string): number {
  const count = distance(a, b);
  return count === 2 && sortLetters(a) === sortLetters(b) ? 1 : count;
}

const sortLetters = (word: string): string => [...word].sort().join('');
