import type { PackageInput } from '@delivery-api/lastmile-types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPlace } from '../../src/lastmile/domain/find-place.ts';
import {
  distanceBetween,
  headingFrom,
  pointAway,
  pointBetween,
} from '../../src/lastmile/domain/geo.ts';
import { countries, moneyText } from '../../src/lastmile/domain/tariffs.ts';
import { chooseVehicle, defaultVehicles } from '../../src/lastmile/domain/vehicles.ts';

const point = (latitude: number, longitude: number) => ({ latitude, longitude });
const anywhere = fc.record({
  latitude: fc.double({ min: -70, max: 70, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('distances', () => {
  it.each([
    ['Amsterdam', 'Athens', point(52.3702, 4.8952), point(37.9838, 23.7275), 2164],
    ['London', 'New York', point(51.5074, -0.1278), point(40.7128, -74.006), 5570],
    ['one side of the date line', 'the other side', point(0, 179.5), point(0, -179.5), 111],
  ])(
    'the distance from %s to %s has an error of less than 1 km plus 0.5 percent',
    (_, __, from, to, kilometers) => {
      expect(Math.abs(distanceBetween(from, to) / 1000 - kilometers)).toBeLessThan(
        kilometers * 0.005 + 1,
      );
    },
  );

  it('the distance, the heading and the midpoint of two points are consistent', () => {
    fc.assert(
      fc.property(
        anywhere,
        fc.integer({ min: 10, max: 20_000 }),
        fc.integer({ min: 0, max: 359 }),
        (from, meters, heading) => {
          const to = pointAway(from, meters, heading);
          expect(Math.abs(distanceBetween(from, to) - meters)).toBeLessThan(meters * 0.02 + 1);
          expect(distanceBetween(to, from)).toBeCloseTo(distanceBetween(from, to), 3);
          if (meters > 1_000)
            expect(
              Math.min(
                Math.abs(headingFrom(from, to) - heading),
                360 - Math.abs(headingFrom(from, to) - heading),
              ),
            ).toBeLessThan(2);
          const half = pointBetween(from, to, 0.5);
          expect(Math.abs(distanceBetween(from, half) - distanceBetween(half, to))).toBeLessThan(
            meters * 0.02 + 1,
          );
        },
      ),
    );
  });
});

describe('findPlace', () => {
  it('returns the same point near the center of the country every time if the town is unknown', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 }).map((one) => `${one} 1`);
    fc.assert(
      fc.property(
        text,
        text.map((one) => `T${one}`),
        fc.constantFrom(...Object.keys(countries)),
        (line1, city, country) => {
          const [first, again] = [1, 2].map(() =>
            findPlace({ line1, city, country }, () => undefined),
          );
          expect(first).toEqual(again);
          const [latitude, longitude] = countries[country]?.center ?? [0, 0];
          expect(
            distanceBetween(first?.point ?? point(0, 0), { latitude, longitude }),
          ).toBeLessThan(20_000);
        },
      ),
    );
  });

  it('returns undefined for a street without letters or digits, a city without letters, and a country outside the service area', () => {
    const find = (line1: string, city: string, country: string) =>
      findPlace({ line1, city, country }, () => undefined);
    expect([
      find('!', 'Amsterdam', 'NL'),
      find('Rokin 1', '1234', 'NL'),
      find('Rokin 1', 'Amsterdam', 'ZZ'),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

it.each([
  [{ amount: 400, currency: 'EUR' }, '4.00 EUR'],
  [{ amount: 1250, currency: 'JPY' }, '1250 JPY'],
  [{ amount: 1250, currency: 'KWD' }, '1.250 KWD'],
])('moneyText formats %o as %s', (money, text) => {
  expect(moneyText(money)).toBe(text);
});

describe('chooseVehicle', () => {
  it.each([
    ['a small bag', [{ size: 'small' }], 3_000, 'bicycle'],
    [
      'a crate',
      [
        {
          size: 'large',
          weight_grams: 8_200,
          dimensions: { length_millimeters: 510, width_millimeters: 340, height_millimeters: 180 },
        },
      ],
      3_000,
      'cargo_bike',
    ],
    [
      'a flat box with the dimensions of size medium',
      [
        {
          size: 'xlarge',
          dimensions: { length_millimeters: 390, width_millimeters: 390, height_millimeters: 300 },
        },
      ],
      3_000,
      'bicycle',
    ],
    ['a small bag over a long distance', [{ size: 'small' }], 18_000, 'motorcycle'],
    ['a piece of furniture', [{ size: 'xlarge' }], 3_000, 'van'],
    ['heavy goods', [{ size: 'large', weight_grams: 900_000, quantity: 2 }], 3_000, 'truck'],
  ])('chooses the smallest suitable vehicle for %s', (_, packages, meters, vehicle) => {
    expect(chooseVehicle(defaultVehicles, packages as PackageInput[], meters)).toEqual({ vehicle });
  });

  it('returns an allowed vehicle, or at least one obstacle', () => {
    const packages = fc.array(
      fc.record({
        size: fc.constantFrom('xsmall', 'small', 'medium', 'large', 'xlarge'),
        weight_grams: fc.integer({ min: 1, max: 1_000_000 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(
        fc.subarray([...defaultVehicles]),
        packages,
        fc.integer({ min: 100, max: 120_000 }),
        (allowed, list, meters) => {
          const picked = chooseVehicle(allowed, list, meters);
          if ('vehicle' in picked) expect(allowed).toContain(picked.vehicle);
          else expect(picked.obstacles.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
