import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
  contract,
  createSandbox,
  estimateRequest,
  home,
  minute,
  recipient,
  type TestResponse,
  type TestSandbox,
} from '../support/lastmile.ts';

const book = (sandbox: TestSandbox, more: JsonObject = {}, partner = 'acme'): TestResponse =>
  sandbox.request('createBooking', { body: bookingRequest(more), partner });
const estimate = (sandbox: TestSandbox, more: JsonObject = {}, partner = 'acme'): Body =>
  sandbox.request('createEstimate', { body: estimateRequest(more), partner }).body;
const pointers = ({ errors }: Body): string[] => errors.map(({ pointer }: Body) => pointer).sort();

describe('createBooking with an estimate', () => {
  it('adds the tip to the price of the estimate, and uses the cancellation policy of the estimate', () => {
    const sandbox = createSandbox();
    const quoted = estimate(sandbox);
    const { body } = book(sandbox, {
      estimate_id: quoted.id,
      tip: { amount: 150, currency: 'EUR' },
    });
    expect(body).toMatchObject({
      estimate_id: quoted.id,
      quoted_price: quoted.price,
      price: { total: { amount: quoted.price.total.amount + 150 } },
    });
    expect(body.cancellation_policy).toMatchObject(quoted.cancellation_policy);
  });

  it('accepts an estimate only once, and only until it expires', async () => {
    const sandbox = createSandbox();
    const [used, old] = [estimate(sandbox), estimate(sandbox)];
    const { id } = book(sandbox, { estimate_id: used.id }).body;
    expect(book(sandbox, { estimate_id: used.id }).body).toMatchObject({
      code: 'estimate_already_used',
      existing_booking_id: id,
    });
    await sandbox.advanceClock(15 * minute - 1);
    expect(
      book(sandbox, { estimate_id: old.id, max_price: { amount: 1, currency: 'EUR' } }).body.code,
    ).toBe('price_exceeds_max');
    await sandbox.advanceClock(1);
    expect(book(sandbox, { estimate_id: old.id }).body.code).toBe('estimate_expired');
  });

  it('rejects an unserviceable estimate', () => {
    const sandbox = createSandbox();
    const none = estimate(sandbox, { test_scenario: 'estimate_unserviceable' });
    expect(book(sandbox, { estimate_id: none.id }).body).toMatchObject({
      code: 'not_serviceable',
      reasons: none.reasons,
    });
  });

  const full = {
    dropoff: { address: home, verification: { methods: ['id_check'] } },
    packages: [{ size: 'medium', weight_grams: 2_600 }],
    restrictions: { contains: ['alcohol'], min_age: 18 },
    schedule: { ready_at: '2026-11-20T19:31:10+01:00' },
    vehicle_types: ['bicycle', 'scooter'],
    service_level: 'express',
  };
  const same = {
    ...full,
    dropoff: { ...full.dropoff, contact: recipient, instructions: 'Ring twice.' },
    schedule: { ready_at: '2026-11-20T18:31:10Z' },
    vehicle_types: ['scooter', 'bicycle'],
  };
  it('accepts another time offset, another order of vehicle types, and fields that do not affect the price', () => {
    const sandbox = createSandbox();
    const details = {
      packages: [
        { size: 'medium', weight_grams: 2_600, quantity: 1, description: 'A bag', fragile: true },
      ],
      handover: 'meet_outside',
    };
    expect(
      book(sandbox, { ...same, ...details, estimate_id: estimate(sandbox, full).id }).status,
    ).toBe(201);
  });

  it.each<[string, JsonObject, string[]]>([
    [
      'a different pickup',
      { pickup: { address: home, contact: recipient } },
      ['/pickup/address', '/pickup/store_id'],
    ],
    [
      'a different postal code',
      { dropoff: { ...same.dropoff, address: { ...home, postal_code: '1018 XX' } } },
      ['/dropoff/address/postal_code'],
    ],
    [
      'a different street',
      { dropoff: { ...same.dropoff, address: { ...home, line1: 'Weesperzijde 1' } } },
      ['/dropoff/address/line1'],
    ],
    [
      'a location 120 m away',
      {
        dropoff: {
          ...same.dropoff,
          address: { ...home, location: { latitude: 52.365911, longitude: 4.911902 } },
        },
      },
      ['/dropoff/address/location'],
    ],
    [
      'a different verification method',
      { dropoff: { ...same.dropoff, verification: { methods: ['id_check', 'photo'] } } },
      ['/dropoff/verification/methods'],
    ],
    [
      'a different package',
      { packages: [{ size: 'small', weight_grams: 2_500 }] },
      ['/packages/0/size', '/packages/0/weight_grams'],
    ],
    ['additional packages', { packages: [...full.packages, ...full.packages] }, ['/packages']],
    [
      'a different time',
      { schedule: { ready_at: '2026-11-20T18:31:11Z' } },
      ['/schedule/ready_at'],
    ],
    ['different vehicle types', { vehicle_types: ['scooter'] }, ['/vehicle_types']],
    ['a different service level', { service_level: 'standard' }, ['/service_level']],
    [
      'a different minimum age',
      { restrictions: { contains: ['alcohol'], min_age: 21 } },
      ['/restrictions/min_age'],
    ],
  ])('returns estimate_mismatch for %s', (_, more, places) => {
    const sandbox = createSandbox();
    const { body } = book(sandbox, { ...same, ...more, estimate_id: estimate(sandbox, full).id });
    expect([body.code, pointers(body)]).toEqual(['estimate_mismatch', places]);
  });

  it('accepts added address details, and keeps the resolved place and the binding price', () => {
    const sandbox = createSandbox();
    const { location: _, postal_code: __, ...plain } = home;
    const quoted = estimate(sandbox, { dropoff: { address: plain } });
    const { resolved } = quoted;
    expect([quoted.binding, resolved.dropoff.confidence]).toEqual([true, 'rooftop']);
    const details = {
      line2: '3rd floor',
      district: 'Centrum',
      region: 'Noord-Holland',
      postal_code: '1018 WC',
    };
    const { status, body } = book(sandbox, {
      estimate_id: quoted.id,
      dropoff: {
        address: { ...plain, line1: 'roetersstraat  8-3', ...details },
        contact: recipient,
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      price: quoted.price,
      dropoff: { address: { ...details, location: resolved.dropoff.location } },
    });
  });

  it('accepts a location only within 100 m of the resolved place', () => {
    const sandbox = createSandbox();
    const { location: _, ...plain } = home;
    const quoted = estimate(sandbox, { dropoff: { address: plain } });
    const { latitude, longitude } = quoted.resolved.dropoff.location;
    const near = { latitude: Number((latitude + 0.0008).toFixed(6)), longitude };
    const far = { latitude: Number((latitude + 0.001).toFixed(6)), longitude };
    const at = (location: typeof near): TestResponse =>
      book(sandbox, {
        estimate_id: quoted.id,
        dropoff: { address: { ...plain, location }, contact: recipient },
      });
    expect(pointers(at(far).body)).toEqual(['/dropoff/address/location']);
    expect(at(far).body.errors[0].message).toBe(
      'must be absent, or within 100 m of the location that the estimate resolved',
    );
    expect(at(near).body).toMatchObject({
      price: quoted.price,
      dropoff: { address: { location: near } },
    });
  });

  it('accepts a street if the estimate contains a location but no street', () => {
    const sandbox = createSandbox();
    const { line1: _, ...place } = home;
    const quoted = estimate(sandbox, { dropoff: { address: place } });
    expect(quoted.binding).toBe(true);
    expect(book(sandbox, { estimate_id: quoted.id }).status).toBe(201);
  });

  it('accepts an address in the same city if the estimate contains only city and country', () => {
    const sandbox = createSandbox();
    const town = { city: 'Amsterdam', country: 'NL' };
    const rough = estimate(sandbox, { dropoff: { address: town } });
    expect(rough).toMatchObject({
      binding: false,
      resolved: { dropoff: { confidence: 'area', formatted_address: 'Amsterdam, Netherlands' } },
    });
    const spelled = { ...home, city: 'amsterdam' };
    expect(
      book(sandbox, { estimate_id: rough.id, dropoff: { address: spelled, contact: recipient } })
        .status,
    ).toBe(201);
  });

  it('accepts a more exact address for an approximate estimate at the current price, and rejects another city', () => {
    const sandbox = createSandbox();
    const rough = estimate(sandbox, {
      dropoff: { address: { line1: 'De Pijp', city: 'Amsterdam', country: 'NL' } },
    });
    const { body } = book(sandbox, { estimate_id: rough.id });
    expect(body).toMatchObject({ quoted_price: rough.price });
    expect(body.price.components[1].label).toMatch(/^\d\.\d km$/);
    const another = estimate(sandbox, {
      dropoff: { address: { line1: 'De Pijp', city: 'Amsterdam', country: 'NL' } },
    });
    const elsewhere = book(sandbox, {
      estimate_id: another.id,
      dropoff: { address: { ...home, city: 'Diemen' }, contact: recipient },
    });
    expect([elsewhere.body.code, pointers(elsewhere.body)]).toEqual([
      'estimate_mismatch',
      ['/dropoff/address/city'],
    ]);
  });
});

const examples = contract.operations
  .filter(({ id }) => id.startsWith('create'))
  .flatMap(({ id, request }) =>
    (request?.examples ?? []).map(({ name, value }): [string, string, Body] => [name, id, value]),
  );
it.each(examples)(
  'the contract example %s of %s is accepted, or rejected only because its estimate does not exist',
  (_, operation, body) => {
    const { status, body: response } = createSandbox().request(operation, { body });
    // An example with an estimate ID refers to an estimate that does not exist in this sandbox.
    expect([response.detail, body.estimate_id === undefined ? status : response.code]).toEqual(
      body.estimate_id === undefined ? [undefined, 201] : [response.detail, 'estimate_not_found'],
    );
  },
);
