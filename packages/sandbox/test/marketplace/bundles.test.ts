import type { JsonObject } from '@delivery-api/specs/contract';
import { beforeEach, expect, it } from 'vitest';
import {
  amsterdam,
  austin,
  Marketplace,
  responseOf,
  type TestResponse,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

it('a generated order contains the items of a bundle and their modifiers', () => {
  const { items } = marketplace.createOrder({ scenario: 'bundle_order' });
  const [bundle] = items;
  expect(bundle).toMatchObject({
    item_id: 'pizza-menu',
    bundle_items: [
      { line_id: 'line_1_1', item_id: 'margherita', name: 'Pizza Margherita', quantity: 1 },
      { line_id: 'line_1_2', item_id: 'chinotto', quantity: 1, modifiers: [] },
    ],
  });
  // A pizza has a required modifier group for its base.
  expect(bundle?.bundle_items?.[0]?.modifiers.length).toBeGreaterThan(0);
});

it('the price of a bundle includes the modifiers of all bundle items', () => {
  const seen = new Set<number>();
  for (let count = 0; count < 40; count++) {
    const [bundle] = marketplace.createOrder({ scenario: 'bundle_order' }).items;
    if (bundle === undefined) throw new Error('The order has no items.');
    const parts = (bundle.bundle_items ?? []).flatMap(({ modifiers }) => modifiers);
    const added = parts.reduce((sum, { total_price }) => sum + total_price.amount, 0);
    seen.add(added);
    expect(bundle.modifiers_price.amount).toBe(added);
    expect(bundle.total_price.amount).toBe(bundle.quantity * (bundle.unit_price.amount + added));
  }
  expect(seen.size).toBeGreaterThan(1);
});

it('unmatched_lines and unavailable_items accept the line ID of a bundle item', () => {
  const { id } = marketplace.createOrder({ scenario: 'bundle_order' });
  const unmatched_lines = [{ line_id: 'line_1_2', problem: 'item_not_found' }];
  expect(marketplace.acknowledge(id, { result: 'succeeded', unmatched_lines }).status).toBe(200);
  const unavailable_items = [
    { line_id: 'line_1_2', available_quantity: 0, unavailable_until: null },
  ];
  marketplace.setStatus(id, 'rejected', { reason_code: 'item_unavailable', unavailable_items });
  const orders = Array.from({ length: 40 }, () => marketplace.createOrder({ store_id: amsterdam }));
  const ordered = orders.flatMap(({ items }) => items.map(({ item_id }) => item_id));
  expect(ordered).not.toContain('pizza-menu');
  expect(ordered).not.toContain('chinotto');
});

it('a supplied order is rejected if the amounts of a bundle do not add up', () => {
  const order = marketplace.createOrder({ scenario: 'bundle_order' });
  const [bundle, ...others] = order.items;
  const modifiers_price = { amount: 99_999, currency: order.currency };
  const items = [{ ...bundle, modifiers_price }, ...others];
  const supplied = { ...order, id: 'ord_copy', items };
  const response = responseOf(() => marketplace.behavior.createOrder({ order: supplied as never }));
  expect(problem(response)).toMatchObject({
    status: 422,
    errors: expect.arrayContaining([
      expect.objectContaining({ pointer: '/order/items/0/modifiers_price/amount' }),
    ]),
  });
});

it('a supplied order is rejected if a bundle item repeats a line ID', () => {
  const { items, ...order } = marketplace.createOrder({ scenario: 'bundle_order' });
  const withPartId = (line_id: string) =>
    items.map((item) => ({
      ...item,
      bundle_items: item.bundle_items?.map((part, index) => (index ? part : { ...part, line_id })),
    }));
  const supplied = (line_id: string): TestResponse =>
    responseOf(() =>
      marketplace.behavior.createOrder({
        order: { ...order, id: 'ord_copy', items: withPartId(line_id) } as never,
      }),
    );
  const message = 'must not contain a line_id more than once';
  for (const repeated of ['line_1', 'line_1_2'])
    expect(problem(supplied(repeated))).toEqual({
      status: 422,
      errors: [{ pointer: '/order/items', code: 'duplicate_id', message }],
    });
  expect(supplied('line_of_its_own').status).toBe(201);
});

const create = (options: JsonObject): TestResponse =>
  responseOf(() => marketplace.behavior.createOrder({ scenario: 'bundle_order', ...options }));
const problem = ({ status, body: { errors } }: TestResponse): unknown => ({ status, errors });

it('bundle_order is rejected for a store whose menu has no available bundle', () => {
  const message = 'the menu of the store sto_01JD4H3Y6ZRD has no available bundle now';
  expect(problem(create({ store_id: austin }))).toEqual({
    status: 422,
    errors: [{ pointer: '/store_id', code: 'nothing_to_order', message }],
  });
  expect(marketplace.store(austin).open_orders.total).toBe(0);
});

it('bundle_order is rejected if every bundle has an unavailable item', () => {
  const items = [{ id: 'chinotto', availability: { state: 'unavailable' } }];
  const update = { type: 'availability', store_ids: [amsterdam], items };
  expect(marketplace.submitMenu(update).status).toBe(200);
  const message = 'no store meets the requirements of the scenario bundle_order';
  expect(problem(create({}))).toEqual({
    status: 422,
    errors: [{ pointer: '/scenario', code: 'not_possible', message }],
  });
});

it('bundle_order is rejected if no supplied item is a bundle', () => {
  const response = create({ order: { store_id: amsterdam, items: [{ item_id: 'tiramisu' }] } });
  const message =
    'must include an item with bundle_items, because the scenario bundle_order requires it';
  expect(problem(response)).toEqual({
    status: 422,
    errors: [{ pointer: '/order/items', code: 'contradicts', message }],
  });
});
