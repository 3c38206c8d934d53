const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A repeatable source of chance: the same seed gives the same run. */
export class Random {
  #state: number;

  /** @param seed any text; the empty text is a seed too */
  constructor(seed: string) {
    this.#state = hash(seed);
  }

  /**
   * From 0 up to, but not including, 1 (mulberry32: small, and even enough for names and delays).
   */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  /** `length` characters of Crockford's base 32. */
  characters(length: number): string {
    return Array.from({ length }, () => crockford[Math.floor(this.next() * 32)]).join('');
  }
}

/**
 * Makes ids with a visible prefix, unique within one sandbox: a counter, and chance so that nobody
 * reads an order into them.
 */
export function idMaker(random: Random): (prefix: string) => string {
  let count = 0;
  return (prefix) => {
    count += 1;
    return `${prefix}_${random.characters(7)}${encode(count)}`;
  };
}

const encode = (count: number): string => {
  let digits = '';
  for (let left = count; left > 0; left = Math.floor(left / 32))
    digits = crockford[left % 32] + digits;
  return digits.padStart(5, '0');
};

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
