import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  createSandbox,
  estimateRequest,
  friday,
  home,
  hour,
  minute,
  store,
} from '../support/lastmile.ts';

const createEstimate = (more: JsonObject = {}, start = friday): Body =>
  createSandbox({ start }).request('createEstimate', { body: estimateRequest(more) }).body;
describe('createEstimate errors', () => {
  it.each<[string, string, JsonObject, string[]]>([
    ['store_not_found', 'an unknown store', { pickup: { store_id: 'sto_none' } }, []],
    [
      'schedule_invalid',
      'a short pickup window',
      {
        schedule: {
          pickup_window: { starts_at: '2026-11-20T19:00:00Z', ends_at: '2026-11-20T19:09:00Z' },
        },
      },
      ['/schedule/pickup_window/ends_at too_short'],
    ],
    [
      'schedule_invalid',
      'a pickup window that ends too soon',
      {
        schedule: {
          pickup_window: { starts_at: '2026-11-20T18:00:00Z', ends_at: '2026-11-20T18:19:00Z' },
        },
      },
      ['/schedule/pickup_window/ends_at too_soon'],
    ],
    [
      'schedule_invalid',
      'a window that ends before it starts',
      {
        schedule: {
          dropoff_window: { starts_at: '2026-11-20T20:00:00Z', ends_at: '2026-11-20T19:00:00Z' },
        },
      },
      ['/schedule/dropoff_window/ends_at ends_before_start'],
    ],
    [
      'schedule_invalid',
      'a time more than 30 days ahead',
      { schedule: { ready_at: '2026-12-20T18:00:01Z' } },
      ['/schedule/ready_at too_far'],
    ],
    [
      'schedule_invalid',
      'a dropoff window that ends before the packages are ready',
      {
        schedule: {
          ready_at: '2026-11-20T20:00:00Z',
          dropoff_window: { starts_at: '2026-11-20T19:00:00Z', ends_at: '2026-11-20T19:30:00Z' },
        },
      },
      ['/schedule/dropoff_window/ends_at ends_before_pickup'],
    ],
    [
      'verification_conflict',
      'restricted goods without a minimum age and an ID check',
      { restrictions: { contains: ['knives'] } },
      ['/restrictions/min_age min_age_required', '/dropoff/verification/methods id_check_required'],
    ],
    [
      'verification_conflict',
      'a PIN without the pin method',
      { dropoff: { address: home, verification: { methods: ['photo'], pin: '1234' } } },
      ['/dropoff/verification/pin pin_without_method'],
    ],
    [
      'verification_conflict',
      'barcodes without the barcode method',
      { pickup: { store_id: store, verification: { methods: ['photo'], barcodes: ['A'] } } },
      ['/pickup/verification/barcodes barcodes_without_method'],
    ],
    [
      'verification_conflict',
      'the barcode method without barcodes, and an ID check at the pickup',
      { pickup: { store_id: store, verification: { methods: ['barcode', 'id_check'] } } },
      [
        '/pickup/verification/barcodes barcodes_required',
        '/pickup/verification/methods id_check_at_dropoff_only',
      ],
    ],
    [
      'validation_failed',
      'an amount in another currency',
      { cash_on_delivery: { amount_to_collect: { amount: 100, currency: 'USD' } } },
      ['/cash_on_delivery/amount_to_collect/currency currency'],
    ],
    [
      'validation_failed',
      'a change_for amount below the amount to collect',
      {
        cash_on_delivery: {
          amount_to_collect: { amount: 500, currency: 'EUR' },
          change_for: { amount: 400, currency: 'EUR' },
        },
      },
      ['/cash_on_delivery/change_for/amount minimum'],
    ],
  ])('returns %s for %s', (code, _, more, pointers) => {
    const one = createEstimate(more);
    expect([
      one.code,
      (one.errors ?? []).map(({ pointer, code: rule }: Body) => `${pointer} ${rule}`),
    ]).toEqual([code, pointers]);
  });

  it('accepts a pickup window of ten minutes that starts at the same time as the dropoff window', () => {
    const schedule = {
      pickup_window: {
        starts_at: new Date(friday + hour).toISOString(),
        ends_at: new Date(friday + hour + 10 * minute).toISOString(),
      },
      dropoff_window: {
        starts_at: new Date(friday + hour).toISOString(),
        ends_at: new Date(friday + 2 * hour).toISOString(),
      },
    };
    expect(createEstimate({ schedule }).outcome).toBe('serviceable');
  });
});
