import { beforeEach, describe, expect, it } from 'vitest';
import { IdempotencyKeys } from '../../src/kernel/idempotency-keys.ts';
import { Store } from '../../src/kernel/store.ts';

const hour = 3600 * 1000;
let now = 0;
let keys: IdempotencyKeys<string>;
beforeEach(() => {
  now = 0;
  keys = new IdempotencyKeys({ now: () => now });
});

describe('idempotency keys', () => {
  it('an idempotency key replays the outcome for the same body, regardless of the member order', () => {
    expect(keys.take('acme createBooking', 'key-0001', { a: 1, b: [2] })).toBeUndefined();
    keys.keep('acme createBooking', 'key-0001', 'first');
    expect(keys.take('acme createBooking', 'key-0001', { b: [2], a: 1 })).toBe('first');
  });

  it('a request is rejected if its body differs from that of the first request with the same idempotency key', () => {
    keys.take('acme createBooking', 'key-0001', { a: 1 });
    keys.keep('acme createBooking', 'key-0001', 'first');
    expect(() => keys.take('acme createBooking', 'key-0001', { a: 2 })).toThrow(
      expect.objectContaining({ code: 'idempotency_key_reused' }),
    );
  });

  it('a request is rejected while the first request with the same idempotency key is in progress', () => {
    keys.take('acme createBooking', 'key-0001', {});
    expect(() => keys.take('acme createBooking', 'key-0001', {})).toThrow(
      expect.objectContaining({ code: 'idempotency_in_progress', headers: { 'Retry-After': '1' } }),
    );
  });

  it('an idempotency key can be used again if its request was in progress when the state was stored', () => {
    const store = new Store();
    const first = new IdempotencyKeys<string>({ now: () => now, store });
    for (const key of ['key-0001', 'key-0002']) first.take('acme createBooking', key, {});
    first.keep('acme createBooking', 'key-0002', 'second');
    const loaded = new IdempotencyKeys<string>({
      now: () => now,
      store: new Store(store.snapshot()),
    });
    expect(loaded.take('acme createBooking', 'key-0001', {})).toBeUndefined();
    expect(loaded.take('acme createBooking', 'key-0002', {})).toBe('second');
  });

  it('an idempotency key applies only to one tenant and one operation', () => {
    keys.take('acme createBooking', 'key-0001', {});
    keys.keep('acme createBooking', 'key-0001', 'first');
    expect(keys.take('acme cancelBooking', 'key-0001', {})).toBeUndefined();
    expect(keys.take('globex createBooking', 'key-0001', {})).toBeUndefined();
  });

  it('an idempotency key can be used again after 24 hours, and after it is released without an outcome', () => {
    keys.take('acme createBooking', 'key-0001', {});
    keys.keep('acme createBooking', 'key-0001', 'first');
    now = 24 * hour - 1;
    expect(keys.take('acme createBooking', 'key-0001', {})).toBe('first');
    now = 24 * hour;
    expect(keys.take('acme createBooking', 'key-0001', {})).toBeUndefined();
    keys.release('acme createBooking', 'key-0001');
    expect(keys.take('acme createBooking', 'key-0001', { other: true })).toBeUndefined();
  });

  it('the oldest idempotency key is evicted when the maximum number of keys is exceeded', () => {
    const few = new IdempotencyKeys<string>({ now: () => now, limit: 2 });
    for (const key of ['key-1', 'key-2']) {
      few.take('acme', key, {});
      few.keep('acme', key, key);
    }
    expect(few.take('acme', 'key-1', {})).toBe('key-1');
    few.take('acme', 'key-3', {});
    expect([few.take('acme', 'key-2', {}), few.take('acme', 'key-1', {})]).toEqual([
      'key-2',
      undefined,
    ]);
  });

  it.each<[unknown, unknown]>([
    [{ a: [] }, { a: {} }],
    [{ a: 1 }, [['a', 1]]],
    [{ a: { b: 1 } }, { a: { b: '1' } }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ members: [['a', 1]] }, { a: 1 }],
    [undefined, null],
    [
      { 2: 'a', 10: 'b' },
      { 2: 'a', 1: 'b' },
    ],
  ])(
    'an idempotency key that was used with the body %j is rejected with the body %j',
    (one, other) => {
      keys.take('acme createBooking', 'key-0001', one);
      keys.keep('acme createBooking', 'key-0001', 'first');
      expect(keys.take('acme createBooking', 'key-0001', structuredClone(one))).toBe('first');
      expect(() => keys.take('acme createBooking', 'key-0001', other)).toThrow(
        expect.objectContaining({ code: 'idempotency_key_reused' }),
      );
    },
  );
});
