import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { type Body, createSandbox, estimateRequest, friday, home } from '../support/lastmile.ts';

const codes = ({ reasons }: Body): string[] => reasons.map(({ code }: Body) => code);
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
const athens = 'sto_01JD2T5B8WHP';
const tokyo = 'sto_01JD0X3C6YMD';
const inTokyo = { address: { line1: '西新宿2丁目8-1', city: '渋谷区', country: 'JP' } };

describe('unserviceable deliveries', () => {
  const wide = {
    schedule: {
      pickup_window: { starts_at: '2026-11-21T12:00:00Z', ends_at: '2026-11-21T13:00:00Z' },
    },
  };
  it.each<[string, JsonObject, string[]]>([
    [
      'a route that is too long for the store',
      {
        dropoff: {
          address: { ...home, city: 'Haarlem', location: { latitude: 52.3813, longitude: 4.6363 } },
        },
      },
      ['distance_too_long'],
    ],
    [
      'a route that is too long for the vehicle',
      {
        vehicle_types: ['bicycle'],
        dropoff: { address: { ...home, location: { latitude: 52.3, longitude: 4.98 } } },
      },
      ['distance_too_long'],
    ],
    [
      'a dropoff in another country',
      { dropoff: { address: { ...home, country: 'BE' } } },
      ['outside_service_area_dropoff'],
    ],
    [
      'a country outside the service area',
      {
        pickup: { address: { ...home, country: 'AQ' } },
        dropoff: { address: { ...home, country: 'AQ' } },
      },
      ['outside_service_area_pickup', 'outside_service_area_dropoff'],
    ],
    [
      'an unknown dropoff address',
      { dropoff: inAmsterdam('???') },
      ['address_not_resolved_dropoff'],
    ],
    [
      'an unknown pickup address',
      { pickup: inAmsterdam('—'), dropoff: inAmsterdam('Rokin 1') },
      ['address_not_resolved_pickup'],
    ],
    [
      'a package that is too large for the vehicle',
      { packages: [{ size: 'xlarge' }], vehicle_types: ['bicycle'] },
      ['package_too_large'],
    ],
    [
      'a package larger than any size',
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
      'a package that is too heavy for the store',
      { packages: [{ size: 'small', weight_grams: 12_001 }] },
      ['package_too_heavy'],
    ],
    [
      'packages that are too heavy for the vehicle',
      {
        packages: [{ size: 'small', weight_grams: 9_000, quantity: 2 }],
        vehicle_types: ['bicycle'],
      },
      ['package_too_heavy'],
    ],
    ['too many packages', { packages: [{ size: 'xsmall', quantity: 7 }] }, ['package_too_large']],
    [
      'restricted goods that the store does not allow',
      {
        restrictions: { contains: ['tobacco'], min_age: 18 },
        dropoff: { address: home, verification: { methods: ['id_check'] } },
      },
      ['restricted_goods_not_allowed'],
    ],
    [
      'restricted goods that the country prohibits',
      {
        pickup: { address: { ...home, country: 'KW' } },
        dropoff: { address: { ...home, country: 'KW' }, verification: { methods: ['id_check'] } },
        restrictions: { contains: ['alcohol'], min_age: 18 },
      },
      ['restricted_goods_not_allowed'],
    ],
    [
      'cash on delivery that the store does not support',
      { cash_on_delivery: { amount_to_collect: { amount: 1_000, currency: 'EUR' } } },
      ['cash_not_supported'],
    ],
    [
      'a verification method that is not offered',
      { dropoff: { address: home, verification: { methods: ['barcode'], barcodes: ['A'] } } },
      ['verification_not_supported'],
    ],
    [
      'a vehicle type that is not available',
      { vehicle_types: ['truck', 'on_foot'] },
      ['vehicle_type_unavailable'],
    ],
    [
      'a paused store',
      {
        pickup: { store_id: athens },
        dropoff: { address: { line1: 'Ερμού 1', city: 'Αθήνα', country: 'GR' } },
      },
      ['store_closed'],
    ],
    [
      'express delivery from a paused store that offers only standard delivery',
      {
        pickup: { store_id: athens },
        dropoff: { address: { line1: 'Ερμού 1', city: 'Αθήνα', country: 'GR' } },
        service_level: 'express',
      },
      ['store_closed', 'schedule_not_available'],
    ],
    [
      'a scheduled pickup at a paused store without scheduling',
      {
        pickup: { store_id: athens },
        dropoff: { address: { line1: 'Ερμού 1', city: 'Αθήνα', country: 'GR' } },
        ...wide,
      },
      ['store_closed', 'schedule_not_available'],
    ],
    [
      'a pickup before the minimum lead time',
      {
        schedule: {
          pickup_window: { starts_at: '2026-11-20T18:30:00Z', ends_at: '2026-11-20T19:00:00Z' },
        },
      },
      ['schedule_not_available'],
    ],
    [
      'a pickup further ahead than the store allows',
      { schedule: { ready_at: '2026-12-18T18:00:00Z' } },
      ['schedule_not_available'],
    ],
    [
      'a dropoff window that ends too early',
      {
        schedule: {
          dropoff_window: { starts_at: '2026-11-20T18:00:00Z', ends_at: '2026-11-20T18:20:00Z' },
        },
      },
      ['schedule_not_available'],
    ],
  ])('createEstimate reports an unserviceable delivery for %s', (_, more, reasons) => {
    const one = createEstimate(more);
    expect([one.outcome, codes(one)]).toEqual(['unserviceable', reasons]);
  });

  it('createEstimate returns retry_at while the store is closed', () => {
    const early = createEstimate({}, Date.parse('2026-11-20T06:00:00Z'));
    expect(early.reasons).toMatchObject([
      { code: 'store_closed', waypoint: 'pickup', retry_at: '2026-11-20T10:00:00.000Z' },
    ]);
    const holiday = createEstimate(
      { pickup: { store_id: tokyo }, dropoff: inTokyo },
      Date.parse('2026-11-23T03:00:00Z'),
    );
    expect(holiday.reasons).toMatchObject([
      { code: 'store_closed', retry_at: '2026-11-24T01:00:00.000Z' },
    ]);
  });

  it('createEstimate with estimate_not_binding returns a serviceable estimate even outside the opening hours', () => {
    expect(
      createEstimate({ test_scenario: 'estimate_not_binding' }, Date.parse('2026-11-20T06:00:00Z'))
        .outcome,
    ).toBe('serviceable');
  });

  it('createEstimate reports all reasons for an unserviceable delivery', () => {
    const one = createEstimate(
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
