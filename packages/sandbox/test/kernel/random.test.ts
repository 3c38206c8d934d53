import { describe, expect, it } from 'vitest';
import { createIds, Random } from '../../src/kernel/random.ts';

const draw = (seed: string) => {
  const random = new Random(seed);
  return Array.from({ length: 50 }, () => random.next());
};

describe('a random number generator', () => {
  it('returns the same numbers for the same seed, and different numbers for another seed', () => {
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
  });

  it('returns every integer in a range', () => {
    const random = new Random('range');
    const drawn = new Set(Array.from({ length: 500 }, () => random.between(1, 6)));
    expect([...drawn].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('creates unique IDs in the format that the contracts define', () => {
    const newId = createIds(new Random(''));
    const ids = Array.from({ length: 20_000 }, () => newId('bkg'));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^bkg_[0-9A-HJKMNP-TV-Z]{12}$/);
  });
});
