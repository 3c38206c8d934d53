/** Seeded random numbers: the same seed gives the same sequence (mulberry32, seeded by FNV-1a). */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = [...seed].reduce(
      (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193),
      0x811c9dc5,
    );
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 (inclusive) to `end` (exclusive). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Returns true with a probability from 0 (never) to 1 (always). */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /**
   * Returns a random item.
   *
   * @throws {RangeError} if the list is empty
   */
  pick<Item>(list: readonly Item[]): Item {
    if (list.length === 0) throw new RangeError('Cannot pick from an empty list.');
    return list[this.below(list.length)] as Item;
  }
}
