import fc from 'fast-check';
import { expect, it } from 'vitest';
import { interleave } from '../shared/interleave.ts';
import { quantile, roundTo, sampleOf, spreadOf } from '../shared/statistics.ts';

const numbers = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), {
  minLength: 1,
  maxLength: 50,
});

it('quantile returns the median for 0.5, regardless of the order of the values', () => {
  fc.assert(
    fc.property(numbers, fc.func(fc.integer()), (values, compare) => {
      const median = quantile(values, 0.5);
      const half = values.length / 2;
      expect(values.filter((value) => value < median).length).toBeLessThanOrEqual(half);
      expect(values.filter((value) => value > median).length).toBeLessThanOrEqual(half);
      const shuffled = [...values].sort((a, b) => compare(a, b));
      expect(quantile(shuffled, 0.5)).toBe(median);
    }),
  );
});

it.each([
  [[3, 1, 2], { median: 2, low: 1.5, high: 2.5, runs: 3 }, 0.25],
  [[4, 1, 3, 2], { median: 2.5, low: 1.75, high: 3.25, runs: 4 }, 0.3],
  [[10, 9, 100], { median: 10, low: 9.5, high: 55, runs: 3 }, 2.275],
  [[7], { median: 7, low: 7, high: 7, runs: 1 }, 0],
])('for the values %j, sampleOf returns %j, whose spread is %d', (values, sample, spread) => {
  const before = [...values];
  expect(sampleOf(values)).toEqual(sample);
  expect(spreadOf(sampleOf(values))).toBe(spread);
  expect(values).toEqual(before);
});

it('quantile rejects an empty array and a fraction out of range', () => {
  expect(() => quantile([], 0.5)).toThrow('without values');
  expect(() => quantile([1], 1.5)).toThrow('1.5');
});

it('roundTo rounds to four significant digits', () => {
  expect(roundTo(0.0123456)).toBe(0.01235);
});

it('each round measures all contenders in changing order, and the warm-up is discarded', async () => {
  const calls: string[] = [];
  const measured = await interleave(
    ['a', 'b', 'c'],
    4,
    async (contender, round) => calls.push(`${contender}${round}`),
    { warmUp: 2 },
  );
  expect([...measured.values()].map(({ length }) => length)).toEqual([4, 4, 4]);
  const rounds = Array.from({ length: 6 }, (_, index) => calls.slice(index * 3, index * 3 + 3));
  const orders = rounds.map((round) => round.map(([contender]) => contender).join(''));
  expect(rounds.map((round) => round.map((call) => Number(call.slice(1))))).toEqual(
    [-2, -1, 0, 1, 2, 3].map((round) => Array(3).fill(round)),
  );
  for (const order of orders) expect([...order].sort()).toEqual(['a', 'b', 'c']);
  expect(new Set(orders).size).toBeGreaterThan(1);
});
