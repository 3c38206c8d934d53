import { expect, it } from 'vitest';
import { type Level, returnsTo, slopesOf } from '../soak/levels.ts';

const levels = (count: number, at: (index: number) => Partial<Level>): Level[] =>
  Array.from({ length: count }, (_, index) => ({
    minutes: index / 2,
    heap: 50,
    resident: 200,
    descriptors: 30,
    isFull: true,
    ...at(index),
  }));
const leaks = (measured: Level[]): string[] =>
  (slopesOf(measured) ?? []).filter(({ isLeak }) => isLeak).map(({ what }) => what);

it('finds no leak where levels go up and down', () => {
  expect(
    leaks(
      levels(20, (index) => ({
        heap: 50 + (index % 3) * 4,
        resident: 200 + (index % 4) * 10,
        descriptors: 30 + (index % 2) * 10,
      })),
    ),
  ).toEqual([]);
});

it.each([
  ['heap', (index: number) => ({ heap: 50 + index })],
  ['resident', (index: number) => ({ resident: 200 + index * 4 })],
  ['descriptors', (index: number) => ({ descriptors: 30 + index })],
] as const)('finds a leak in %s that grow steadily', (what, at) => {
  expect(leaks(levels(20, at))).toEqual([what]);
});

it('says nothing of memory that is still filling up to a bound, nor from a few measurements', () => {
  expect(
    leaks(
      levels(20, (index) => (index < 10 ? { heap: index * 10, isFull: false } : { heap: 100 })),
    ),
  ).toEqual([]);
  expect(slopesOf(levels(5, (index) => ({ heap: index * 100 })))).toBeUndefined();
  expect(slopesOf(levels(20, () => ({ isFull: false })))).toBeUndefined();
});

it('does without descriptors where the system does not tell them', () => {
  expect(slopesOf(levels(20, () => ({ descriptors: undefined })))?.map(({ what }) => what)).toEqual(
    ['heap', 'resident'],
  );
});

it.each([
  [{ heap: 40, descriptors: 30 }, { heap: 47, descriptors: 44 }, 0],
  [{ heap: 40, descriptors: 30 }, { heap: 49, descriptors: 30 }, 1],
  [{ heap: 40, descriptors: 30 }, { heap: 40, descriptors: 46 }, 1],
  [{ heap: 40, descriptors: undefined }, { heap: 40, descriptors: undefined }, 0],
])('an emptied sandbox that held %j and now holds %j has %i leaks', (before, after, leaks) => {
  expect(returnsTo(before, after).length).toBe(leaks);
});
