const largest = 512;

/**
 * Entries in order, with cheap insertion and removal wherever they stand: short runs, each of them
 * sorted, found by halving.
 * An entry must not change its place while it is in here.
 */
export class SortedList<Entry> {
  readonly #compare: (a: Entry, b: Entry) => number;
  #runs: Entry[][] = [];
  #size = 0;

  /** @param compare a total order: 0 only for the very same entry */
  constructor(compare: (a: Entry, b: Entry) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  add(entry: Entry): void {
    const at = this.#runOf(entry);
    const run = this.#runs[at];
    this.#size += 1;
    if (run === undefined) {
      this.#runs.push([entry]);
      return;
    }
    run.splice(this.#placeIn(run, entry), 0, entry);
    if (run.length > largest) this.#runs.splice(at + 1, 0, run.splice(largest >> 1));
  }

  remove(entry: Entry): void {
    const at = this.#runOf(entry);
    const run = this.#runs[at];
    const place = run === undefined ? -1 : this.#placeIn(run, entry);
    if (run?.[place] !== entry) return;
    run.splice(place, 1);
    this.#size -= 1;
    if (run.length === 0) this.#runs.splice(at, 1);
  }

  /** The first `count` entries. */
  first(count: number): Entry[] {
    const found: Entry[] = [];
    for (const run of this.#runs) {
      if (found.length >= count) break;
      found.push(...run.slice(0, count - found.length));
    }
    return found;
  }

  /** The run to which an entry belongs: the last one that does not begin after it. */
  #runOf(entry: Entry): number {
    let [low, high] = [0, this.#runs.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#compare(this.#runs[middle]?.[0] as Entry, entry) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #placeIn(run: readonly Entry[], entry: Entry): number {
    let [low, high] = [0, run.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(run[middle] as Entry, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
