import { expect, it } from 'vitest';
import { leaksAfterReset, type ResourceSample, trendsOf } from '../soak/leaks.ts';

const samples = (
  count: number,
  valuesAt: (index: number) => Partial<ResourceSample>,
): ResourceSample[] =>
  Array.from({ length: count }, (_, index) => ({
    minutes: index / 2,
    heap: 50,
    resident: 200,
    descriptors: 30,
    isFull: true,
    ...valuesAt(index),
  }));
const leaksIn = (measured: ResourceSample[]): string[] =>
  (trendsOf(measured) ?? []).filter(({ isLeak }) => isLeak).map(({ resource }) => resource);

it('trendsOf reports no leak for values that vary', () => {
  const measured = samples(20, (index) => ({
    heap: 50 + (index % 3) * 4,
    resident: 200 + (index % 4) * 10,
    descriptors: 30 + (index % 2) * 10,
  }));
  expect(leaksIn(measured)).toEqual([]);
});

it.each([
  ['heap', (index: number) => ({ heap: 50 + index })],
  ['resident', (index: number) => ({ resident: 200 + index * 4 })],
  ['descriptors', (index: number) => ({ descriptors: 30 + index })],
] as const)('trendsOf reports a leak if %s increases steadily', (resource, valuesAt) => {
  expect(leaksIn(samples(20, valuesAt))).toEqual([resource]);
});

it('trendsOf ignores samples from before the collections are full', () => {
  const valuesAt = (index: number) =>
    index < 10 ? { heap: index * 10, isFull: false } : { heap: 100 };
  expect(leaksIn(samples(20, valuesAt))).toEqual([]);
  expect(trendsOf(samples(20, () => ({ isFull: false })))).toBeUndefined();
});

it('trendsOf returns undefined for too few samples', () => {
  expect(trendsOf(samples(5, (index) => ({ heap: index * 100 })))).toBeUndefined();
});

it('trendsOf omits file descriptors if the system does not report them', () => {
  const trends = trendsOf(samples(20, () => ({ descriptors: undefined })));
  expect(trends?.map(({ resource }) => resource)).toEqual(['heap', 'resident']);
});

it.each([
  [{ heap: 40, descriptors: 30 }, { heap: 47, descriptors: 44 }, 0],
  [{ heap: 40, descriptors: 30 }, { heap: 49, descriptors: 30 }, 1],
  [{ heap: 40, descriptors: 30 }, { heap: 40, descriptors: 46 }, 1],
  [{ heap: 40, descriptors: undefined }, { heap: 40, descriptors: undefined }, 0],
])('for %j before the run and %j after a reset, %i leaks are reported', (before, after, leaks) => {
  expect(leaksAfterReset(before, after)).toHaveLength(leaks);
});
