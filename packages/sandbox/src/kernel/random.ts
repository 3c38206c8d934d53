import { Store, type StoredValue } from './store.ts';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A seeded random number generator. The same seed produces the same numbers. */
export class Random {
  readonly #state: StoredValue<number>;

  /**
   * @param seed any string, including an empty string
   * @param store contains the state of the generator
   * @param name the name of the state in the store
   */
  constructor(seed: string, store = new Store(), name = 'random') {
    this.#state = store.value(name, hash(seed));
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    const state = (this.#state.get() + 0x6d2b79f5) | 0;
    this.#state.set(state);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /**
   * Returns a random item.
   *
   * @throws {Error} if `items` is empty
   */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('Cannot pick from an empty list.');
    return item;
  }

  /** Returns `length` random characters of Crockford's base 32. */
  characters(length: number): string {
    return Array.from({ length }, () => crockford[Math.floor(this.next() * 32)]).join('');
  }
}

/**
 * Creates a generator of IDs with a prefix, such as `bkg_5QY7ZKD00001`. Each ID has random
 * characters and a counter that makes it unique among the IDs with this counter.
 *
 * @param store contains the counter
 * @param name the name of the counter in the store
 */
export function createIds(
  random: Random,
  store = new Store(),
  name = 'ids',
): (prefix: string) => string {
  const count = store.value(name, 0);
  return (prefix) => {
    count.set(count.get() + 1);
    return `${prefix}_${random.characters(7)}${encode(count.get())}`;
  };
}

const encode = (count: number): string => {
  let digits = '';
  for (let left = count; left > 0; left = Math.floor(left / 32))
    digits = crockford[left % 32] + digits;
  return digits.padStart(5, '0');
};

/** Returns the FNV-1a hash of a string. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
