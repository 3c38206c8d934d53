import fc from 'fast-check';
import { expect, it } from 'vitest';
import { interleaved } from '../../tools/interleave.ts';
import { quantile, sampleOf, significant, spreadOf } from '../../tools/statistics.ts';

const numbers = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), {
  minLength: 1,
  maxLength: 50,
});

it('a median has as many values above as below, in whatever order they come', () => {
  fc.assert(
    fc.property(numbers, fc.func(fc.integer()), (values, by) => {
      const median = quantile(values, 0.5);
      expect(values.filter((value) => value < median).length).toBeLessThanOrEqual(
        values.length / 2,
      );
      expect(values.filter((value) => value > median).length).toBeLessThanOrEqual(
        values.length / 2,
      );
      expect(
        quantile(
          [...values].sort((a, b) => by(a, b)),
          0.5,
        ),
      ).toBe(median);
    }),
  );
});

it.each([
  [[3, 1, 2], { median: 2, low: 1.5, high: 2.5, runs: 3 }, 0.25],
  [[4, 1, 3, 2], { median: 2.5, low: 1.75, high: 3.25, runs: 4 }, 0.3],
  [[10, 9, 100], { median: 10, low: 9.5, high: 55, runs: 3 }, 2.275],
  [[7], { median: 7, low: 7, high: 7, runs: 1 }, 0],
])('%j comes to %j, with a spread of %d', (values, sample, spread) => {
  expect(sampleOf(values)).toEqual(sample);
  expect(spreadOf(sampleOf(values))).toBe(spread);
});

it('there is no quantile of nothing, and none beyond the ends', () => {
  expect(() => quantile([], 0.5)).toThrow('of nothing');
  expect(() => quantile([1], 1.5)).toThrow('1.5');
  expect(significant(0.0123456)).toBe(0.01235);
});

it('measures each side as often as the others, round by round, and forgets the warm-up', async () => {
  const seen: string[] = [];
  let turn = 0;
  const measured = await interleaved(
    ['a', 'b', 'c'],
    4,
    async (side, round) => seen.push(`${side}${round}`),
    {
      warmUp: 2,
      random: () => {
        turn += 7;
        return (turn % 10) / 10;
      },
    },
  );
  expect([...measured.values()].map(({ length }) => length)).toEqual([4, 4, 4]);
  const rounds = Array.from({ length: 6 }, (_, index) => seen.slice(index * 3, index * 3 + 3));
  expect(rounds.map((round) => round.map((one) => one.slice(1)))).toEqual(
    [-2, -1, 0, 1, 2, 3].map((round) => Array(3).fill(String(round))),
  );
  for (const round of rounds) expect(round.map(([side]) => side).sort()).toEqual(['a', 'b', 'c']);
  expect(new Set(rounds.map((round) => round.map(([side]) => side).join(''))).size).toBeGreaterThan(
    1,
  );
});
