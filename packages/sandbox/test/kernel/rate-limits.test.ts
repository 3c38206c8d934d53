import type { Limits, Operation } from '@delivery-api/specs/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { RateLimits } from '../../src/kernel/rate-limits.ts';

const operation = (limits: Omit<Limits, 'timeout_seconds'>): Operation =>
  ({ id: 'op', limits: { timeout_seconds: 10, ...limits } }) as unknown as Operation;
const perStore = operation({ rate: { requests: 2, per_seconds: 60, per: 'store' } });

let now: number;
let rates: RateLimits;
beforeEach(() => {
  now = 0;
  rates = new RateLimits(() => now);
});

const take = (
  one: Operation,
  stores: string[],
  { tenant = 'own', type }: { tenant?: string; type?: string } = {},
): string => {
  try {
    return rates.take(one, { tenant, stores, type }).RateLimit ?? '';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a rate limit per store', () => {
  it('counts the requests of each store and tenant separately', () => {
    expect([take(perStore, ['a']), take(perStore, ['a']), take(perStore, ['a'])]).toEqual([
      '"default";r=1;t=60',
      '"default";r=0;t=60',
      'rate_limited',
    ]);
    expect(take(perStore, ['b'])).toBe('"default";r=1;t=60');
    expect(take(perStore, ['a'], { tenant: 'other' })).toBe('"default";r=1;t=60');
  });

  it('counts a request once for each of its stores, and reports the lowest number of remaining requests', () => {
    take(perStore, ['a']);
    expect(take(perStore, ['a', 'b', 'b'])).toBe('"default";r=0;t=60');
    expect(take(perStore, ['b'])).toBe('"default";r=0;t=60');
  });

  it('does not count a request when one of its stores has reached the limit', () => {
    take(perStore, ['a']);
    take(perStore, ['a']);
    expect(take(perStore, ['a', 'b'])).toBe('rate_limited');
    expect(take(perStore, ['b'])).toBe('"default";r=1;t=60');
    now = 60_000;
    expect(take(perStore, ['a', 'b'])).toBe('"default";r=1;t=60');
  });
});

describe('a rate limit for a request type', () => {
  const typed = operation({
    rate: { requests: 1, per_seconds: 60, per: 'store' },
    rate_by_type: { fast: { requests: 3, per_seconds: 60, per: 'store' } },
  });

  it('counts requests of the type separately from all other requests', () => {
    expect(take(typed, ['a'], { type: 'fast' })).toBe('"default";r=2;t=60');
    expect(take(typed, ['a'], { type: 'slow' })).toBe('"default";r=0;t=60');
    expect(take(typed, ['a'])).toBe('rate_limited');
    expect(take(typed, ['a'], { type: 'fast' })).toBe('"default";r=1;t=60');
  });

  it.each(['constructor', '__proto__'])('counts the unknown type %s as other requests', (type) => {
    expect(take(typed, ['a'], { type })).toBe('"default";r=0;t=60');
    expect(take(typed, ['a'], { type })).toBe('rate_limited');
  });
});

it('a rate limit per partner counts the requests of a tenant for all stores together', () => {
  const perPartner = operation({ rate: { requests: 2, per_seconds: 60, per: 'partner' } });
  expect([take(perPartner, ['a']), take(perPartner, ['b']), take(perPartner, ['c'])]).toEqual([
    '"default";r=1;t=60',
    '"default";r=0;t=60',
    'rate_limited',
  ]);
});
