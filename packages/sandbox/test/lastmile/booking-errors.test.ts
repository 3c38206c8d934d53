import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
  createSandbox,
  estimateRequest,
  home,
  recipient,
  second,
  type TestResponse,
  type TestSandbox,
} from '../support/lastmile.ts';

const book = (sandbox: TestSandbox, more: JsonObject = {}, partner = 'acme'): TestResponse =>
  sandbox.request('createBooking', { body: bookingRequest(more), partner });
const estimate = (sandbox: TestSandbox, more: JsonObject = {}, partner = 'acme'): Body =>
  sandbox.request('createEstimate', { body: estimateRequest(more), partner }).body;
const pointers = ({ errors }: Body): string[] => errors.map(({ pointer }: Body) => pointer).sort();

describe('createBooking errors', () => {
  const short = {
    schedule: {
      pickup_window: { starts_at: '2026-11-20T19:00:00Z', ends_at: '2026-11-20T19:05:00Z' },
    },
  };
  const unaged = { restrictions: { contains: ['alcohol'] } };
  const otherCountry = { dropoff: { address: { ...home, country: 'BE' }, contact: recipient } };
  const cheap = { max_price: { amount: 1, currency: 'EUR' } };
  const used = { external_reference: 'taken' };
  const dollars = { tip: { amount: 1, currency: 'USD' } };
  // Each request except the last also causes errors of later rows.
  it.each<[string, JsonObject]>([
    ['estimate_not_found', { estimate_id: 'est_none', pickup: { store_id: 'sto_none' }, ...used }],
    ['store_not_found', { pickup: { store_id: 'sto_none' }, ...used, ...short }],
    ['duplicate_external_reference', { ...used, ...short, ...unaged, ...otherCountry, ...cheap }],
    ['validation_failed', { ...dollars, ...short, ...unaged }],
    ['schedule_invalid', { ...short, ...unaged, ...otherCountry, ...cheap }],
    ['verification_conflict', { ...unaged, ...otherCountry, ...cheap }],
    ['not_serviceable', { ...otherCountry, ...cheap }],
    ['price_exceeds_max', cheap],
  ])('returns %s before the errors of later checks', (code, more) => {
    const sandbox = createSandbox();
    const live = book(sandbox, used).body;
    const { body } = book(sandbox, more);
    expect(body.code).toBe(code);
    if (code === 'duplicate_external_reference') expect(body.existing_booking_id).toBe(live.id);
    expect(sandbox.behavior.snapshot(10).bookings).toHaveLength(1);
  });

  describe.each(['handover', 'undeliverable_action'])(
    'a booking with leave_at_door as %s',
    (field) => {
      it.each(['signature', 'pin', 'id_check'])(
        'reports a conflict with the method %s',
        (method) => {
          const { body } = book(createSandbox(), {
            [field]: 'leave_at_door',
            dropoff: { address: home, contact: recipient, verification: { methods: [method] } },
          });
          expect([body.code, pointers(body)]).toEqual(['verification_conflict', [`/${field}`]]);
        },
      );

      it('reports a conflict with restricted goods and id_check', () => {
        const { body } = book(createSandbox(), {
          [field]: 'leave_at_door',
          dropoff: { address: home, contact: recipient, verification: { methods: ['id_check'] } },
          restrictions: { contains: ['alcohol'], min_age: 18 },
        });
        expect([body.code, pointers(body)]).toEqual(['verification_conflict', [`/${field}`]]);
      });

      it('reports a conflict with cash on delivery', () => {
        const { body } = book(createSandbox(), {
          [field]: 'leave_at_door',
          cash_on_delivery: { amount_to_collect: { amount: 1_000, currency: 'EUR' } },
        });
        expect([body.code, pointers(body)]).toEqual(['verification_conflict', [`/${field}`]]);
      });

      it('accepts a photo as proof', () => {
        const { status } = book(createSandbox(), {
          [field]: 'leave_at_door',
          dropoff: { address: home, contact: recipient, verification: { methods: ['photo'] } },
        });
        expect(status).toBe(201);
      });
    },
  );

  it('compares max_price with the total including the tip', () => {
    const sandbox = createSandbox();
    const { total } = book(sandbox, { tip: { amount: 200, currency: 'EUR' } }).body.price;
    const bookWithMaxPrice = (amount: number): Body =>
      book(sandbox, {
        tip: { amount: 200, currency: 'EUR' },
        max_price: { amount, currency: 'EUR' },
      }).body;
    expect(bookWithMaxPrice(total.amount).price.total).toEqual(total);
    expect(bookWithMaxPrice(total.amount - 1)).toMatchObject({
      code: 'price_exceeds_max',
      price: total,
    });
  });

  it('reports all amounts that are not in the currency of the pickup', () => {
    const pounds = { amount: 1, currency: 'GBP' };
    const { body } = book(createSandbox(), {
      tip: pounds,
      order_value: pounds,
      max_price: pounds,
      packages: [{ size: 'small', value: pounds }],
      items: [{ name: 'Tea', quantity: 1, unit_price: pounds }],
    });
    expect([body.code, pointers(body)]).toEqual([
      'validation_failed',
      [
        '/items/0/unit_price/currency',
        '/max_price/currency',
        '/order_value/currency',
        '/packages/0/value/currency',
        '/tip/currency',
      ],
    ]);
  });

  it('leaves the estimate unused after a rejected booking', () => {
    const sandbox = createSandbox();
    const { id } = estimate(sandbox);
    expect(book(sandbox, { estimate_id: id, ...cheap }).body.code).toBe('price_exceeds_max');
    expect(book(sandbox, { estimate_id: id }).status).toBe(201);
  });

  it('returns the same reasons as createEstimate for an unserviceable delivery', async () => {
    const sandbox = createSandbox({ start: Date.parse('2026-11-20T03:00:00Z') });
    const far = {
      dropoff: { address: { ...home, location: { latitude: 52.1, longitude: 5.1 } } },
      vehicle_types: ['bicycle'],
    };
    const { reasons } = estimate(sandbox, far);
    await sandbox.advanceClock(second);
    expect(
      book(sandbox, { ...far, dropoff: { ...far.dropoff, contact: recipient } }).body.reasons,
    ).toEqual(reasons);
    expect(reasons.map(({ code }: Body) => code)).toEqual(['distance_too_long', 'store_closed']);
  });

  it('accepts an immediate delivery outside the opening hours only if the booking has a scenario', () => {
    const sandbox = createSandbox({ start: Date.parse('2026-11-20T03:00:00Z') });
    expect(book(sandbox).body.code).toBe('not_serviceable');
    expect(book(sandbox, { test_scenario: 'delivered' }).status).toBe(201);
  });
});
