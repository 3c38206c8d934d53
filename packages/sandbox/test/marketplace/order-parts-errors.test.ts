import type { JsonObject } from '@delivery-api/specs/contract';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkAmounts } from '../../src/marketplace/domain/order-factory/check-amounts.ts';
import {
  amsterdam,
  austin,
  checkedOrder,
  Marketplace,
  malmo,
  responseExample,
  responseOf,
} from '../support/marketplace.ts';
import { runs } from '../support/runs.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const eur = (amount: number) => ({ amount, currency: 'EUR' });
const rejected = (options: JsonObject) =>
  responseOf(() => marketplace.behavior.createOrder(options));
const errorsOf = (options: JsonObject): string[] => {
  const { status, body } = rejected(options);
  expect([status, body.code]).toEqual([422, 'validation_failed']);
  return (body.errors as { pointer: string; message: string }[]).map(
    ({ pointer, message }) => `${pointer} ${message}`,
  );
};

describe('partial orders', () => {
  it('a partial order keeps its handover note when the marketplace delivers', () => {
    const fulfillment = { type: 'delivery', delivered_by: 'marketplace' };
    const notes = { handover: 'Ring twice' };
    expect(marketplace.createOrder({ order: { fulfillment, notes } }).notes).toEqual(notes);
  });

  it.each<[string, JsonObject, string]>([
    ['an unknown member', { order: { colour: 'red' } }, '/order/colour is not in the contract'],
    [
      'a value of the wrong type',
      { order: { customer: { name: 7 } } },
      '/order/customer/name must be a string',
    ],
    ['items that are not an array', { order: { items: {} } }, '/order/items must be an array'],
    ['an empty array of items', { order: { items: [] } }, '/order/items must not be empty'],
    [
      'a misspelled item ID',
      { order: { store_id: amsterdam, items: [{ item_id: 'margarita' }] } },
      `/order/items/0/item_id is not on the menu of the store ${amsterdam}; did you mean 'margherita'? An item outside the menu requires name and unit_price`,
    ],
    [
      'a modifier that the item does not have',
      {
        order: {
          store_id: amsterdam,
          items: [{ item_id: 'margherita', modifiers: [{ item_id: 'ipa' }] }],
        },
      },
      '/order/items/0/modifiers/0/item_id is not a modifier of margherita; use ',
    ],
    [
      'a handover note on a merchant-delivered order',
      {
        order: {
          fulfillment: { type: 'delivery', delivered_by: 'merchant' },
          notes: { handover: 'Ring twice' },
        },
      },
      '/order/notes/handover must be in fulfillment.instructions, because the store delivers',
    ],
    [
      'a total that differs from the sum of its parts',
      { order: { store_id: amsterdam, totals: { total: eur(1) } } },
      '/order/totals/total/amount must be equal to the sum of its parts, ',
    ],
    [
      'a payment that differs from the total',
      { order: { store_id: amsterdam, payments: [{ amount: eur(1) }] } },
      '/order/totals/total/amount must be equal to the sum of its parts, 1; got ',
    ],
    [
      'a line total that does not match the price of the item',
      { order: { store_id: amsterdam, items: [{ item_id: 'margherita', total_price: eur(1) }] } },
      '/order/items/0/total_price/amount must be equal to the sum of its parts, ',
    ],
    [
      'a currency that differs from the currency of the store',
      { order: { store_id: amsterdam, currency: 'USD' } },
      '/order/currency must be EUR, the currency of the store; got USD',
    ],
    [
      'an amount in a different currency',
      { order: { store_id: amsterdam, tips: [{ amount: { amount: 5, currency: 'USD' } }] } },
      '/order/tips/0/amount/currency must be EUR, the currency of the order',
    ],
    [
      'a store that differs from store_id',
      { store_id: austin, order: { store_id: amsterdam } },
      `/order/store_id must be ${austin}, the same as store_id; got ${amsterdam}`,
    ],
    [
      'an unknown store',
      { order: { store_id: 'sto_NOTHERE1' } },
      '/order/store_id no store has the ID sto_NOTHERE1; available stores: ',
    ],
    [
      'a fulfillment type that the store does not offer',
      { order: { store_id: malmo, fulfillment: { type: 'dine_in' } } },
      `/store_id the store ${malmo} does not offer dine_in`,
    ],
    [
      'an unknown fulfillment type',
      { order: { fulfillment: { type: 'drone' } } },
      '/order/fulfillment no store with a live menu offers drone',
    ],
    [
      'an unknown value of delivered_by',
      { order: { fulfillment: { delivered_by: 'robot' } } },
      '/order/fulfillment no store with a live menu offers delivered_by robot',
    ],
    [
      'a fulfillment type that contradicts the scenario',
      { scenario: 'delivery_happy_path', order: { fulfillment: { type: 'pickup' } } },
      '/order/fulfillment/type contradicts the scenario delivery_happy_path, which requires delivery',
    ],
    [
      'an acceptance mode that contradicts the scenario',
      { scenario: 'acceptance_expired', order: { acceptance: { mode: 'auto' } } },
      '/order/acceptance/mode contradicts the scenario acceptance_expired, which requires manual',
    ],
    [
      'a payment that contradicts the scenario',
      { scenario: 'cash_order', order: { payments: [{ method: 'online' }] } },
      '/order/payments contradicts the scenario cash_order, which requires a payment in cash',
    ],
    [
      'a scenario for menus',
      { scenario: 'menu_publishing_fails', order: {} },
      '/order is not accepted with the scenario menu_publishing_fails',
    ],
    [
      'a requested window and the schedule asap',
      {
        order: {
          timing: {
            schedule: 'asap',
            requested_window: {
              starts_at: '2026-11-21T12:00:00Z',
              ends_at: '2026-11-21T13:00:00Z',
            },
          },
        },
      },
      '/order/timing/requested_window is not accepted with the schedule asap',
    ],
    [
      'a status other than created',
      { order: { status: 'accepted' } },
      '/order/status must be created',
    ],
    [
      'an acceptance deadline before the creation time',
      { order: { acceptance: { mode: 'manual', accept_by: '2026-11-20T17:00:00Z' } } },
      '/order/acceptance/accept_by must not be before created_at',
    ],
  ])('a partial order with %s is rejected, and the error has a pointer', (_, options, line) => {
    expect(errorsOf(options)).toContainEqual(expect.stringContaining(line));
    expect(marketplace.behavior.snapshot(1).orders).toEqual([]);
    expect(marketplace.dispatcher.deliveries).toEqual([]);
  });

  it('a partial order with random content is completed and stored, or rejected with pointers', () => {
    const orders = [
      'dinner_created',
      'bakery_created',
      'cash_created',
      'scheduled_created',
      'table_created',
    ].map((name) => responseExample('getOrder', name));
    let count = 0;
    const some = fc
      .constantFrom(...orders)
      .chain((order) => fc.subarray(Object.keys(order)).map((names) => ({ order, names })));
    const invalid = fc.option(
      fc.tuple(fc.nat(), fc.constantFrom<JsonObject[string][]>(null, 7, '', [], {}, [{}], [null])),
      { nil: undefined },
    );
    fc.assert(
      fc.property(some, invalid, ({ order, names }, change) => {
        const parts: JsonObject = Object.fromEntries(
          names.map((name) => [name, order[name] as JsonObject[string]]),
        );
        const name =
          change === undefined ? undefined : names[change[0] % Math.max(1, names.length)];
        if (name !== undefined && change !== undefined)
          parts[name] = change[1] as JsonObject[string];
        count += 1;
        const { status, body } = rejected({ order: { ...parts, id: `ord_PART${count}` } });
        if (status === 201) {
          const created = checkedOrder(body);
          expect(checkAmounts(created as never)).toEqual([]);
          for (const kept of ['display_id', 'store_id', 'notes'])
            if (kept in parts) expect(created[kept]).toEqual(parts[kept]);
        } else {
          expect([status, body.code]).toEqual([422, 'validation_failed']);
          for (const { pointer } of body.errors as { pointer: string }[])
            expect(pointer).toMatch(/^\/(order|store_id)/);
        }
      }),
      runs(150),
    );
  });
});
