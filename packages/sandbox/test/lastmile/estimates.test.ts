import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  createSandbox,
  estimateRequest,
  friday,
  home,
  minute,
  second,
} from '../support/lastmile.ts';

const createEstimate = (more: JsonObject = {}, start = friday): Body =>
  createSandbox({ start }).request('createEstimate', { body: estimateRequest(more) }).body;
const inAmsterdam = (line1: string, postal_code?: string): JsonObject => ({
  address: {
    line1,
    city: 'Amsterdam',
    country: 'NL',
    ...(postal_code !== undefined && { postal_code }),
  },
});
describe('createEstimate', () => {
  it('returns an estimate with price, times and fees that is valid for 15 minutes', () => {
    const one = createEstimate({ external_reference: 'cart-1' });
    expect(one).toMatchObject({
      outcome: 'serviceable',
      binding: true,
      partner_name: 'acme',
      external_reference: 'cart-1',
      test: true,
      vehicle_type: 'bicycle',
    });
    expect(Date.parse(one.expires_at) - Date.parse(one.created_at)).toBe(15 * minute);
    expect(one.price.components.reduce((sum: number, { amount }: Body) => sum + amount, 0)).toBe(
      one.price.total.amount,
    );
    expect(one.cancellation_policy.fees.map(({ from_status }: Body) => from_status)).toEqual([
      'courier_assigned',
      'arrived_at_pickup',
      'picked_up',
    ]);
    expect(Date.parse(one.pickup_eta.expected_at)).toBe(friday + 35 * minute);
    expect(Date.parse(one.dropoff_eta.expected_at)).toBeGreaterThan(
      Date.parse(one.pickup_eta.expected_at) + one.duration_seconds * second,
    );
  });

  it('returns a higher price and a longer time for a longer distance', () => {
    const near = createEstimate({
      dropoff: { address: { ...home, location: { latitude: 52.381, longitude: 4.894 } } },
    });
    const far = createEstimate({
      dropoff: { address: { ...home, location: { latitude: 52.34, longitude: 4.95 } } },
    });
    expect(far.price.total.amount).toBeGreaterThan(near.price.total.amount);
    expect(far.distance_meters).toBeGreaterThan(near.distance_meters);
    expect(far.duration_seconds).toBeGreaterThan(near.duration_seconds);
  });

  it.each([
    ['express delivery', { service_level: 'express' }, 'base', undefined],
    ['a large package', { packages: [{ size: 'large' }] }, 'service', 'Package of size large'],
    [
      'an age check',
      {
        restrictions: { contains: ['alcohol'], min_age: 18 },
        dropoff: { address: home, verification: { methods: ['id_check'] } },
      },
      'service',
      'Age check',
    ],
    [
      'insured goods',
      { packages: [{ size: 'small', value: { amount: 10_000, currency: 'EUR' } }] },
      'insurance',
      undefined,
    ],
  ])('increases the price for %s', (_, more, type, label) => {
    const [plain, expensive] = [createEstimate(), createEstimate(more)];
    expect(expensive.price.total.amount).toBeGreaterThan(plain.price.total.amount);
    expect(expensive.price.components).toContainEqual(
      expect.objectContaining({ type, ...(label !== undefined && { label }) }),
    );
  });

  it.each([
    ['NL', 'EUR', 490],
    ['JP', 'JPY', 800],
    ['KW', 'KWD', 1500],
    ['US', 'USD', 675],
  ])('prices a delivery from %s in the minor unit of %s', (country, currency, base) => {
    const address = { line1: 'Main Street 1', city: 'Town', postal_code: '1000', country };
    const { price } = createEstimate({
      pickup: { address },
      dropoff: { address: { ...address, line1: 'Main Street 99' } },
    });
    expect(price.total.currency).toBe(currency);
    expect(price.components[0]).toEqual({ type: 'base', amount: base });
  });

  it.each([
    ['a given location', { address: home }, 'rooftop', true],
    ['a house number', inAmsterdam('Roetersstraat 8'), 'rooftop', true],
    ['a street with a postal code', inAmsterdam('Roetersstraat', '1018 WC'), 'street', true],
    ['a district', inAmsterdam('De Pijp'), 'area', false],
  ])(
    'resolves %s, and returns a binding estimate only if the dropoff has a location',
    (_, dropoff, confidence, binding) => {
      const one = createEstimate({ dropoff });
      expect([one.resolved.dropoff.confidence, one.binding]).toEqual([confidence, binding]);
      expect(one.resolved.dropoff.location !== undefined).toBe(binding);
      expect(one.distance_meters !== undefined).toBe(binding);
    },
  );

  it('resolves an address to the same location every time, near the store in the same city', () => {
    const [first, again, other] = ['Roetersstraat 8', ' roetersstraat  8', 'Roetersstraat 9'].map(
      (line1) => createEstimate({ dropoff: inAmsterdam(line1) }),
    );
    expect(again.resolved.dropoff.location).toEqual(first.resolved.dropoff.location);
    expect(other.resolved.dropoff.location).not.toEqual(first.resolved.dropoff.location);
    expect(first.distance_meters).toBeLessThan(5_000);
  });

  it('returns ready_at as the pickup ETA', () => {
    const ready = new Date(friday + 50 * minute).toISOString();
    expect(createEstimate({ schedule: { ready_at: ready } }).pickup_eta.expected_at).toBe(ready);
  });
});
