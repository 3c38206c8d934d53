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
  second,
  store,
} from '../support/lastmile.ts';

const codes = ({ reasons }: Body): string[] => reasons.map(({ code }: Body) => code);
const ask = (more: JsonObject = {}, start = friday): Body =>
  createSandbox({ start }).request('createEstimate', { body: estimateRequest(more) }).body;
const inAmsterdam = (line1: string, postal_code?: string): JsonObject => ({
  address: {
    line1,
    city: 'Amsterdam',
    country: 'NL',
    ...(postal_code !== undefined && { postal_code }),
  },
});
const athens = 'sto_01JD2T5B8WHP';
const tokyo = 'sto_01JD0X3C6YMD';
const inTokyo = { address: { line1: '西新宿2丁目8-1', city: '渋谷区', country: 'JP' } };

describe('an estimate', () => {
  it('tells price, times and fees, and holds for 15 minutes', () => {
    const one = ask({ external_reference: 'cart-1' });
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

  it('costs and takes more the further it goes', () => {
    const near = ask({
      dropoff: { address: { ...home, location: { latitude: 52.381, longitude: 4.894 } } },
    });
    const far = ask({
      dropoff: { address: { ...home, location: { latitude: 52.34, longitude: 4.95 } } },
    });
    expect(far.price.total.amount).toBeGreaterThan(near.price.total.amount);
    expect(far.distance_meters).toBeGreaterThan(near.distance_meters);
    expect(far.duration_seconds).toBeGreaterThan(near.duration_seconds);
  });

  it.each([
    ['express', { service_level: 'express' }, 'base', undefined],
    ['a large package', { packages: [{ size: 'large' }] }, 'service', 'Package of size large'],
    [
      'a check of the age',
      {
        restrictions: { contains: ['alcohol'], min_age: 18 },
        dropoff: { address: home, verification: { methods: ['id_check'] } },
      },
      'service',
      'Check of the age',
    ],
    [
      'insured goods',
      { packages: [{ size: 'small', value: { amount: 10_000, currency: 'EUR' } }] },
      'insurance',
      undefined,
    ],
  ])('costs more with %s', (_, more, type, label) => {
    const [plain, dear] = [ask(), ask(more)];
    expect(dear.price.total.amount).toBeGreaterThan(plain.price.total.amount);
    expect(dear.price.components).toContainEqual(
      expect.objectContaining({ type, ...(label !== undefined && { label }) }),
    );
  });

  it.each([
    ['NL', 'EUR', 490],
    ['JP', 'JPY', 800],
    ['KW', 'KWD', 1500],
    ['US', 'USD', 675],
  ])('from %s is priced in %s, in its minor unit', (country, currency, base) => {
    const address = { line1: 'Main Street 1', city: 'Town', postal_code: '1000', country };
    const { price } = ask({
      pickup: { address },
      dropoff: { address: { ...address, line1: 'Main Street 99' } },
    });
    expect(price.total.currency).toBe(currency);
    expect(price.components[0]).toEqual({ type: 'base', amount: base });
  });

  it.each([
    ['a given point', { address: home }, 'rooftop', true],
    ['a house number', inAmsterdam('Roetersstraat 8'), 'rooftop', true],
    ['a street with a postal code', inAmsterdam('Roetersstraat', '1018 WC'), 'street', true],
    ['a part of the town', inAmsterdam('De Pijp'), 'area', false],
  ])(
    'understands %s as it is, and binds itself when that is enough',
    (_, dropoff, confidence, binding) => {
      const one = ask({ dropoff });
      expect([one.resolved.dropoff.confidence, one.binding]).toEqual([confidence, binding]);
      expect(one.resolved.dropoff.location !== undefined).toBe(binding);
      expect(one.distance_meters !== undefined).toBe(binding);
    },
  );

  it('finds the same address at the same place, near the store of its town', () => {
    const [first, again, other] = ['Roetersstraat 8', ' roetersstraat  8', 'Roetersstraat 9'].map(
      (line1) => ask({ dropoff: inAmsterdam(line1) }),
    );
    expect(again.resolved.dropoff.location).toEqual(first.resolved.dropoff.location);
    expect(other.resolved.dropoff.location).not.toEqual(first.resolved.dropoff.location);
    expect(first.distance_meters).toBeLessThan(5_000);
  });

  it('reckons with the time at which the goods are ready', () => {
    const ready = new Date(friday + 50 * minute).toISOString();
    expect(ask({ schedule: { ready_at: ready } }).pickup_eta.expected_at).toBe(ready);
  });
});

describe('a delivery cannot be made', () => {
  const wide = {
    schedule: {
      pickup_window: { starts_at: '2026-11-21T12:00:00Z', ends_at: '2026-11-21T13:00:00Z' },
    },
  };
  it.each<[string, JsonObject, string[]]>([
    [
      'too far',
      {
        dropoff: {
          address: { ...home, city: 'Haarlem', location: { latitude: 52.3813, longitude: 4.6363 } },
        },
      },
      ['distance_too_long'],
    ],
    [
      'too far for the vehicle',
      {
        vehicle_types: ['bicycle'],
        dropoff: { address: { ...home, location: { latitude: 52.3, longitude: 4.98 } } },
      },
      ['distance_too_long'],
    ],
    [
      'abroad',
      { dropoff: { address: { ...home, country: 'BE' } } },
      ['outside_service_area_dropoff'],
    ],
    [
      'where nobody rides',
      {
        pickup: { address: { ...home, country: 'AQ' } },
        dropoff: { address: { ...home, country: 'AQ' } },
      },
      ['outside_service_area_pickup', 'outside_service_area_dropoff'],
    ],
    ['to nowhere', { dropoff: inAmsterdam('???') }, ['address_not_resolved_dropoff']],
    [
      'from nowhere',
      { pickup: inAmsterdam('—'), dropoff: inAmsterdam('Rokin 1') },
      ['address_not_resolved_pickup'],
    ],
    [
      'too large',
      { packages: [{ size: 'xlarge' }], vehicle_types: ['bicycle'] },
      ['package_too_large'],
    ],
    [
      'larger than anything',
      {
        packages: [
          {
            size: 'small',
            dimensions: {
              length_millimeters: 9_000,
              width_millimeters: 10,
              height_millimeters: 10,
            },
          },
        ],
      },
      ['package_too_large'],
    ],
    [
      'too heavy for the store',
      { packages: [{ size: 'small', weight_grams: 12_001 }] },
      ['package_too_heavy'],
    ],
    [
      'too heavy for the vehicle',
      {
        packages: [{ size: 'small', weight_grams: 9_000, quantity: 2 }],
        vehicle_types: ['bicycle'],
      },
      ['package_too_heavy'],
    ],
    ['too many', { packages: [{ size: 'xsmall', quantity: 7 }] }, ['package_too_large']],
    [
      'with goods that are not carried',
      {
        restrictions: { contains: ['tobacco'], min_age: 18 },
        dropoff: { address: home, verification: { methods: ['id_check'] } },
      },
      ['restricted_goods_not_allowed'],
    ],
    [
      'with goods that the country refuses',
      {
        pickup: { address: { ...home, country: 'KW' } },
        dropoff: { address: { ...home, country: 'KW' }, verification: { methods: ['id_check'] } },
        restrictions: { contains: ['alcohol'], min_age: 18 },
      },
      ['restricted_goods_not_allowed'],
    ],
    [
      'for cash',
      { cash_on_delivery: { amount_to_collect: { amount: 1_000, currency: 'EUR' } } },
      ['cash_not_supported'],
    ],
    [
      'with a method that is not offered',
      { dropoff: { address: home, verification: { methods: ['barcode'], barcodes: ['A'] } } },
      ['verification_not_supported'],
    ],
    [
      'by a vehicle that is not there',
      { vehicle_types: ['truck', 'walk'] },
      ['vehicle_type_unavailable'],
    ],
    [
      'from a store that is paused',
      {
        pickup: { store_id: athens },
        dropoff: { address: { line1: 'Ερμού 1', city: 'Αθήνα', country: 'GR' } },
      },
      ['store_closed'],
    ],
    [
      'express where only standard is offered',
      {
        pickup: { store_id: athens },
        dropoff: { address: { line1: 'Ερμού 1', city: 'Αθήνα', country: 'GR' } },
        service_level: 'express',
      },
      ['store_closed', 'schedule_not_available'],
    ],
    [
      'ahead where that is not offered',
      {
        pickup: { store_id: athens },
        dropoff: { address: { line1: 'Ερμού 1', city: 'Αθήνα', country: 'GR' } },
        ...wide,
      },
      ['store_closed', 'schedule_not_available'],
    ],
    [
      'sooner than the store wants to know',
      {
        schedule: {
          pickup_window: { starts_at: '2026-11-20T18:30:00Z', ends_at: '2026-11-20T19:00:00Z' },
        },
      },
      ['schedule_not_available'],
    ],
    [
      'further ahead than the store plans',
      { schedule: { ready_at: '2026-12-18T18:00:00Z' } },
      ['schedule_not_available'],
    ],
    [
      'by a time that cannot be kept',
      {
        schedule: {
          dropoff_window: { starts_at: '2026-11-20T18:00:00Z', ends_at: '2026-11-20T18:20:00Z' },
        },
      },
      ['schedule_not_available'],
    ],
  ])('%s', (_, more, reasons) => {
    const one = ask(more);
    expect([one.outcome, codes(one)]).toEqual(['unserviceable', reasons]);
  });

  it('while the store is closed, and says from when on', () => {
    const early = ask({}, Date.parse('2026-11-20T06:00:00Z'));
    expect(early.reasons).toMatchObject([
      { code: 'store_closed', waypoint: 'pickup', retry_at: '2026-11-20T10:00:00.000Z' },
    ]);
    const holiday = ask(
      { pickup: { store_id: tokyo }, dropoff: inTokyo },
      Date.parse('2026-11-23T03:00:00Z'),
    );
    expect(holiday.reasons).toMatchObject([
      { code: 'store_closed', retry_at: '2026-11-24T01:00:00.000Z' },
    ]);
  });

  it('but a scenario is played at any hour', () => {
    expect(
      ask({ test_scenario: 'estimate_not_binding' }, Date.parse('2026-11-20T06:00:00Z')).outcome,
    ).toBe('serviceable');
  });

  it('for several reasons at once, all of which are told', () => {
    const one = ask(
      { packages: [{ size: 'xlarge', weight_grams: 50_000 }], vehicle_types: ['scooter'] },
      Date.parse('2026-11-20T06:00:00Z'),
    );
    expect(codes(one).sort()).toEqual([
      'package_too_heavy',
      'package_too_heavy',
      'package_too_large',
      'store_closed',
    ]);
  });
});

describe('createEstimate refuses', () => {
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
      'times beyond 30 days',
      { schedule: { ready_at: '2026-12-20T18:00:01Z' } },
      ['/schedule/ready_at too_far'],
    ],
    [
      'schedule_invalid',
      'a dropoff before the pickup',
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
      'an age limit without an age or a check of it',
      { restrictions: { contains: ['knives'] } },
      ['/restrictions/min_age min_age_required', '/dropoff/verification/methods id_check_required'],
    ],
    [
      'verification_conflict',
      'a PIN without its method',
      { dropoff: { address: home, verification: { methods: ['photo'], pin: '1234' } } },
      ['/dropoff/verification/pin pin_without_method'],
    ],
    [
      'verification_conflict',
      'barcodes without their method',
      { pickup: { store_id: store, verification: { methods: ['photo'], barcodes: ['A'] } } },
      ['/pickup/verification/barcodes barcodes_without_method'],
    ],
    [
      'verification_conflict',
      'a method without its barcodes, and an age checked at the pickup',
      { pickup: { store_id: store, verification: { methods: ['barcode', 'id_check'] } } },
      [
        '/pickup/verification/barcodes barcodes_required',
        '/pickup/verification/methods id_check_at_dropoff_only',
      ],
    ],
    [
      'validation_failed',
      'amounts in another currency',
      { cash_on_delivery: { amount_to_collect: { amount: 100, currency: 'USD' } } },
      ['/cash_on_delivery/amount_to_collect/currency currency'],
    ],
    [
      'validation_failed',
      'a note smaller than the sum',
      {
        cash_on_delivery: {
          amount_to_collect: { amount: 500, currency: 'EUR' },
          change_for: { amount: 400, currency: 'EUR' },
        },
      },
      ['/cash_on_delivery/change_for/amount minimum'],
    ],
  ])('%s: %s', (code, _, more, pointers) => {
    const one = ask(more);
    expect([
      one.code,
      (one.errors ?? []).map(({ pointer, code: rule }: Body) => `${pointer} ${rule}`),
    ]).toEqual([code, pointers]);
  });

  it('nothing that is just within the rules', () => {
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
    expect(ask({ schedule }).outcome).toBe('serviceable');
  });
});
