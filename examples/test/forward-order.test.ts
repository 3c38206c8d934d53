import type { CreateBookingRequest } from '@delivery-api/lastmile-client';
import type { Order } from '@delivery-api/marketplace-client';
import { fixtures } from '@delivery-api/marketplace-client/testing';
import {
  type Json,
  type JsonObject,
  loadContract,
  pointerTokens,
  readContract,
  resolvePointer,
} from '@delivery-api/specs/contract';
import { createValidate } from '@delivery-api/specs/validate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forwardOrder } from '../forward-order.ts';
import { merchantOrders } from './support/merchant-orders.ts';
import { startSandbox } from './support/sandbox.ts';

const bundle = (name: string): URL => new URL(import.meta.resolve(`@delivery-api/specs/${name}`));
const lastmile = loadContract(bundle('lastmile.json'));
const marketplace = loadContract(bundle('marketplace.json'));
const orderSchema: JsonObject = { $ref: '#/components/schemas/Order' };
const requestSchema: JsonObject = { $ref: '#/components/schemas/CreateBookingRequest' };
const validate = createValidate(lastmile);
const pickup = { store_id: 'sto_01JD3M7X9KQA' };
const seed = 20261120;
const orders = merchantOrders(marketplace);
const samples = fc.sample(orders, { seed, numRuns: 60 });

/** Pairs of JSON Pointers: to a string in the order, and to its copy in the request. */
const copiedStrings = [
  ['/id', '/external_reference'],
  ['/display_id', '/display_reference'],
  ['/customer/name', '/dropoff/contact/name'],
  ['/customer/phone', '/dropoff/contact/phone'],
  ['/customer/phone_access_code', '/dropoff/contact/phone_access_code'],
  ['/customer/company_name', '/dropoff/contact/company'],
  ['/customer/locale', '/dropoff/contact/locale'],
  ['/fulfillment/pickup_code', '/pickup/reference'],
  ['/fulfillment/instructions', '/dropoff/instructions'],
  ['/fulfillment/address/line1', '/dropoff/address/line1'],
  ['/fulfillment/address/line2', '/dropoff/address/line2'],
  ['/fulfillment/address/city', '/dropoff/address/city'],
  ['/fulfillment/address/district', '/dropoff/address/district'],
  ['/fulfillment/address/region', '/dropoff/address/region'],
  ['/fulfillment/address/postal_code', '/dropoff/address/postal_code'],
  ['/fulfillment/address/country', '/dropoff/address/country'],
  ['/items/0/item_id', '/items/0/external_id'],
  ['/items/0/name', '/items/0/name'],
] as const;

describe('forwardOrder', () => {
  it('converts every merchant-delivered order with phone and line1 to a valid request', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const request = forwarded(order);
        expect(validate(requestSchema, request as unknown as Json)).toEqual([]);
        for (const [from, to] of copiedStrings)
          expect(at(request, to), `${from} as ${to}`).toEqual(at(order, from));
        expect(request.items?.map(({ name, quantity }) => [name, quantity])).toEqual(
          order.items.map(({ name, quantity }) => [name, quantity]),
        );
      }),
      { seed },
    );
  });

  it.each([
    ...copiedStrings.map(([from, to]) => [from, to, 'maxLength'] as const),
    ['/items', '/items', 'maxItems'] as const,
    ['/items/0/quantity', '/items/0/quantity', 'maximum'] as const,
  ])(
    'the generated orders reach the limit of %s: a lower limit of %s rejects some of them (%s)',
    (from, to, keyword) => {
      const document = structuredClone(lastmile.document);
      const limit = Number(schemaAt(marketplace.document, orderSchema, from)[keyword]);
      schemaAt(document, requestSchema, to)[keyword] = limit - 1;
      const validateStricter = createValidate(readContract(document, 'a stricter copy'));
      const rejected = samples.some((order) =>
        validateStricter(requestSchema, forwarded(order) as unknown as Json).some((error) =>
          error.startsWith(`${to}: must`),
        ),
      );
      expect(rejected).toBe(true);
    },
  );

  it.each(copiedStrings)('reports %s as too long when it exceeds the limit of %s', (from, to) => {
    const max = limitOf(to);
    expect(forwardOrder(changed(from, '𝄞'.repeat(max)), pickup).ok).toBe(true);
    expect(forwardOrder(changed(from, '𝄞'.repeat(max + 1)), pickup)).toEqual({
      ok: false,
      problems: [{ pointer: from, reason: 'too_long' }],
    });
  });

  it('reports an order with too many items', () => {
    const max = Number(schemaAt(lastmile.document, requestSchema, '/items').maxItems);
    const [item] = example.items;
    const many = (count: number): Order => changed('/items', Array(count).fill(item));
    expect(forwardOrder(many(max), pickup).ok).toBe(true);
    expect(forwardOrder(many(max + 1), pickup)).toEqual({
      ok: false,
      problems: [{ pointer: '/items', reason: 'too_long' }],
    });
  });

  it.each([
    ['/customer', ['/customer/name', '/customer/phone']],
    ['/customer/phone', ['/customer/phone']],
    ['/fulfillment/address/line1', ['/fulfillment/address/line1']],
    [
      '/fulfillment/address',
      ['/fulfillment/address/line1', '/fulfillment/address/city', '/fulfillment/address/country'],
    ],
  ])('reports the missing fields of an order without %s', (pointer, missing) => {
    expect(forwardOrder(changed(pointer, undefined), pickup)).toEqual({
      ok: false,
      problems: missing.map((one) => ({ pointer: one, reason: 'missing' })),
    });
  });

  it.each([
    ['/fulfillment/delivered_by', 'marketplace'],
    ['/fulfillment/type', 'pickup'],
    ['/fulfillment/type', 'dine_in'],
  ])('does not forward an order with %s set to %s', (pointer, value) => {
    expect(forwardOrder(changed(pointer, value), pickup)).toEqual({
      ok: false,
      problems: [{ pointer, reason: 'not_forwardable' }],
    });
  });

  it('requests cash on delivery for a due cash payment, with change_for, and keeps the ready time', () => {
    const result = forwardOrder(example, pickup);
    expect(result).toMatchObject({
      ok: true,
      request: {
        pickup,
        handover: 'meet_at_door',
        order_value: { amount: 9600, currency: 'KWD' },
        cash_on_delivery: {
          amount_to_collect: { amount: 9850, currency: 'KWD' },
          change_for: { amount: 10000, currency: 'KWD' },
        },
        schedule: { ready_at: '2026-11-20T17:05:00.000Z' },
      },
      unsupported: ['/fulfillment/delivery_code_required'],
    });
    expect(forwarded(example).items?.[0]?.unit_price).toEqual({ amount: 3400, currency: 'KWD' });
  });

  it('lists a due card payment and the age restriction as unsupported, and requests an ID check', () => {
    const order = fixtures.getOrder.responses[200].souvlaki_accepted;
    const result = forwardOrder(order, pickup);
    expect(result).toMatchObject({
      request: { dropoff: { verification: { methods: ['id_check'] } } },
      unsupported: ['/payments/0', '/age_restricted'],
    });
    expect(forwarded(order)).not.toHaveProperty('cash_on_delivery');
  });

  it('requests leave_at_door for a contactless order unless the courier must meet the customer', () => {
    const contactless = changed('/fulfillment/contactless', true);
    expect(forwardOrder(contactless, pickup)).toMatchObject({
      request: { handover: 'meet_at_door' },
      unsupported: ['/fulfillment/contactless', '/fulfillment/delivery_code_required'],
    });
    const paid = { ...contactless, payments: [] };
    expect(forwardOrder(paid, pickup)).toMatchObject({
      request: { handover: 'leave_at_door' },
      unsupported: ['/fulfillment/delivery_code_required'],
    });
  });

  it.each([
    [20, '2026-11-20T20:20:00.000Z'],
    [19, '2026-11-20T20:19:00.000Z'],
  ])(
    'uses a requested window of %i minutes only if Lastmile accepts windows of this length',
    (minutes, ends_at) => {
      const window = { starts_at: '2026-11-20T20:00:00.000Z', ends_at };
      const result = forwardOrder(changed('/timing/requested_window', window), pickup);
      const unsupported = result.ok ? result.unsupported : [];
      expect(unsupported.includes('/timing/requested_window')).toBe(minutes < 20);
      expect(result.ok && result.request.schedule?.dropoff_window).toEqual(
        minutes < 20 ? undefined : window,
      );
    },
  );

  it('returns a request that the sandbox accepts and books only once', async () => {
    const { lastmile: client } = await startSandbox();
    const order: Order = JSON.parse(
      JSON.stringify({
        ...example,
        payments: [],
        fulfillment: {
          ...example.fulfillment,
          address: { line1: 'Roetersstraat 8-3', city: 'Amsterdam', country: 'NL' },
        },
      }).replaceAll('"KWD"', '"EUR"'),
    );
    const booking = await client.createBooking(forwarded(order));
    expect(booking).toMatchObject({ external_reference: order.id, display_reference: 'K-3051' });
    const again = await client.createBooking.result(forwarded(order));
    expect(again).toMatchObject({ problem: { existing_booking_id: booking.id } });
  });
});

const example: Order = fixtures.getOrder.responses[200].cash_created;

function forwarded(order: Order): CreateBookingRequest {
  const result = forwardOrder(order, pickup);
  if (!result.ok) throw new Error(`not forwarded: ${JSON.stringify(result.problems)}`);
  return result.request;
}

const at = (value: unknown, pointer: string): unknown =>
  resolvePointer(value as Json, `#${pointer}`);

/** Returns a copy of the example order with a different value at a JSON Pointer. */
function changed(pointer: string, value: unknown): Order {
  const order = structuredClone(example);
  const tokens = pointerTokens(pointer);
  const parent = at(
    order,
    tokens
      .slice(0, -1)
      .map((token) => `/${token}`)
      .join(''),
  );
  (parent as Record<string, unknown>)[tokens.at(-1) ?? ''] = value;
  return order;
}

/** Returns the schema at a pointer below `root`: the object in the document, not a copy. */
function schemaAt(document: JsonObject, root: JsonObject, pointer: string): JsonObject {
  const resolve = (schema: JsonObject): JsonObject =>
    typeof schema.$ref === 'string'
      ? resolve(resolvePointer(document, schema.$ref) as JsonObject)
      : schema;
  const member = (schema: JsonObject, token: string): JsonObject | undefined => {
    const { items, oneOf, properties } = schema;
    if (Array.isArray(oneOf))
      return oneOf
        .map((branch) => member(resolve(branch as JsonObject), token))
        .find((found) => found !== undefined);
    const found = /^\d+$/.test(token) ? items : (properties as JsonObject | undefined)?.[token];
    return found === undefined ? undefined : resolve(found as JsonObject);
  };
  return pointerTokens(pointer).reduce<JsonObject>(
    (schema, token) => member(schema, token) as JsonObject,
    resolve(root),
  );
}

const limitOf = (pointer: string): number =>
  Number(schemaAt(lastmile.document, requestSchema, pointer).maxLength);
