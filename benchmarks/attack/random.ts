/** Chance that repeats: the same seed, the same numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = [...seed].reduce(
      (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193),
      0x811c9dc5,
    );
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** @param probability from 0 (never) to 1 */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(list: readonly Item[]): Item {
    if (list.length === 0) throw new Error('There is nothing to pick from.');
    return list[this.below(list.length)] as Item;
  }
}
