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
  it('uses the price of the estimate plus the tip, and its cancellation policy', () => {
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

  it('accepts an estimate once, until it expires', async () => {
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
  it('ignores time offsets, order and fields without effect on the price when it compares', () => {
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
      'another pickup',
      { pickup: { address: home, contact: recipient } },
      ['/pickup/address', '/pickup/store_id'],
    ],
    [
      'another dropoff',
      { dropoff: { ...same.dropoff, address: { ...home, postal_code: '1018 XX' } } },
      ['/dropoff/address/postal_code'],
    ],
    [
      'another package',
      { packages: [{ size: 'small', weight_grams: 2_500 }] },
      ['/packages/0/size', '/packages/0/weight_grams'],
    ],
    ['more packages', { packages: [...full.packages, ...full.packages] }, ['/packages']],
    ['another time', { schedule: { ready_at: '2026-11-20T18:31:11Z' } }, ['/schedule/ready_at']],
    ['other vehicles', { vehicle_types: ['scooter'] }, ['/vehicle_types']],
    ['another level', { service_level: 'standard' }, ['/service_level']],
    [
      'another age',
      { restrictions: { contains: ['alcohol'], min_age: 21 } },
      ['/restrictions/min_age'],
    ],
  ])('returns estimate_mismatch for %s', (_, more, places) => {
    const sandbox = createSandbox();
    const { body } = book(sandbox, { ...same, ...more, estimate_id: estimate(sandbox, full).id });
    expect([body.code, pointers(body)]).toEqual(['estimate_mismatch', places]);
  });

  it('accepts a more exact address than an approximate estimate, at the current price', () => {
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
it.each(examples)('accepts %s, an example of the contract', (_, operation, body) => {
  const { status, body: response } = createSandbox().request(operation, { body });
  // The example refers to an estimate of another example.
  expect([response.detail, body.estimate_id === undefined ? status : response.code]).toEqual(
    body.estimate_id === undefined ? [undefined, 201] : [response.detail, 'estimate_not_found'],
  );
});
