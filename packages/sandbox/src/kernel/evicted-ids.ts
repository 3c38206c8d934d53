/** An id costs a hundredth of what it stood for, so many more of them are kept. */
const idsForEach = 10;

/**
 * The ids of what was forgotten for want of room, so that they are known to have existed; the
 * oldest are forgotten in turn.
 */
export class EvictedIds {
  readonly #ids = new Set<string>();
  readonly #most: number;

  /** @param room how many of the things themselves are kept */
  constructor(room: number) {
    this.#most = idsForEach * Math.max(room, 100);
  }

  add(id: string): void {
    this.#ids.add(id);
    if (this.#ids.size <= this.#most) return;
    for (const oldest of this.#ids) {
      this.#ids.delete(oldest);
      return;
    }
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
