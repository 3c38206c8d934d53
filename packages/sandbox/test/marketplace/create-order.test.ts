import type { OrderItem, OrderModifier } from '@delivery-api/marketplace-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkAmounts } from '../../src/marketplace/domain/order-factory/check-amounts.ts';
import { taxableIn, taxOn } from '../../src/marketplace/domain/order-factory/taxes.ts';
import type { Order } from '../../src/marketplace/state/records.ts';
import {
  amsterdam,
  austin,
  berlin,
  Marketplace,
  malmo,
  minute,
  Receiver,
  responseExample,
  responseOf,
  rotterdam,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const rejected = (options: JsonObject) =>
  responseOf(() => marketplace.behavior.createOrder(options));

describe('generated orders', () => {
  it('a generated order has the live menu version, consistent amounts and unique line IDs, for every store with a live menu', () => {
    const stores = (
      marketplace.behavior.snapshot(20).stores as { id: string; menu: { status: string } }[]
    ).filter(({ menu }) => menu.status === 'live');
    const lines = (modifiers: OrderModifier[]): OrderModifier[] =>
      modifiers.flatMap((one) => [one, ...lines(one.modifiers)]);
    for (const seed of ['a', 'b', 'c']) {
      marketplace = new Marketplace({ seed });
      for (const { id: store_id } of stores) {
        for (let count = 0; count < 25; count++) {
          const order = marketplace.createOrder({ store_id });
          expect(checkAmounts(order), `${seed} ${store_id}`).toEqual([]);
          const ids = order.items
            .flatMap((item: OrderItem) => [item, ...lines(item.modifiers)])
            .map(({ line_id }) => line_id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(
            order.items.every(
              ({ menu_version }) => menu_version === marketplace.store(store_id).menu.menu_version,
            ),
          ).toBe(true);
          const option = marketplace
            .store(store_id)
            .fulfillment_options.find(({ type }) => type === order.fulfillment.type);
          expect(order.totals.items.amount).toBeGreaterThanOrEqual(
            option?.minimum_order?.amount ?? 0,
          );
        }
      }
    }
  });

  it('a generated order is returned with 201 and its URL in Location', () => {
    const { status, headers, body } = marketplace.behavior.createOrder({});
    expect(status).toBe(201);
    expect(headers).toEqual({
      Location: `http://127.0.0.1:4010/marketplace/orders/${(body as { id: string }).id}`,
    });
    expect(body).toMatchObject({ store_id: amsterdam, test: true, revision: 1, status: 'created' });
  });

  it('a generated order belongs to a store that accepts orders now, unless the options contain a store', () => {
    marketplace.setStoreStatus(amsterdam, 'closed', { reason_code: 'maintenance' });
    expect(marketplace.store(marketplace.createOrder().store_id).accepting_orders).toBe(true);
    expect(marketplace.createOrder({ store_id: malmo }).store_id).toBe(malmo);
  });

  it('a generated order has the acceptance mode of its store', () => {
    expect(marketplace.createOrder({ store_id: austin }).acceptance).toEqual({
      mode: 'auto',
      on_expiry: 'none',
    });
    expect(marketplace.createOrder({ store_id: amsterdam }).acceptance).toEqual({
      mode: 'manual',
      accept_by: '2026-11-20T18:10:00.000Z',
      on_expiry: 'cancel',
    });
  });

  it.each<[JsonObject, string, string]>([
    [{ store_id: rotterdam }, 'validation_failed', '/store_id'],
    [{ store_id: berlin }, 'validation_failed', '/store_id'],
    [{ store_id: malmo, scenario: 'dine_in_happy_path' }, 'validation_failed', '/store_id'],
  ])('an order is not generated for the options %j', (options, code, pointer) => {
    expect(rejected(options)).toMatchObject({ status: 422, body: { code, errors: [{ pointer }] } });
    expect(marketplace.behavior.snapshot(10).orders).toEqual([]);
    expect(marketplace.dispatcher.deliveries).toEqual([]);
  });

  it('returns 404 for an order at an unknown store', () => {
    expect(rejected({ store_id: 'sto_NOTHERE1' })).toMatchObject({
      status: 404,
      body: { code: 'store_not_found' },
    });
    expect(rejected({ store_id: 'sto_NOTHERE1', scenario: 'menu_publishing_fails' })).toMatchObject(
      {
        status: 404,
      },
    );
  });
});

describe('supplied orders', () => {
  const example = (): JsonObject => structuredClone(responseExample('getOrder', 'dinner_created'));

  it('a supplied order is created with test set to true and otherwise unchanged, and its event is sent', () => {
    const order = marketplace.createOrder({ order: example() });
    expect(order).toEqual({ ...example(), test: true });
    expect(JSON.parse(marketplace.dispatcher.deliveries[0]?.body ?? '{}')).toMatchObject({
      data: order,
    });
    expect(marketplace.setStatus(order.id, 'accepted').status).toBe(200);
  });

  it('all times of a supplied order are shifted by its age if its deadline has passed', () => {
    marketplace = new Marketplace({ at: Date.parse('2026-12-01T12:00:00Z') });
    const order = marketplace.createOrder({ order: example() });
    expect(order).toMatchObject({
      created_at: '2026-12-01T12:00:00.000Z',
      acceptance: { accept_by: '2026-12-01T12:10:00.000Z' },
      timing: {
        placed_at: '2026-12-01T11:59:58.000Z',
        estimated_ready_at: '2026-12-01T12:25:00.000Z',
      },
      allowed_transitions: [{ status: 'accepted', until: '2026-12-01T12:10:00.000Z' }, {}],
    });
  });

  it('a supplied order stays created after its deadline if on_expiry is none', async () => {
    const { id } = marketplace.createOrder({
      order: {
        ...example(),
        acceptance: { mode: 'manual', accept_by: '2026-11-20T18:15:00.000Z', on_expiry: 'none' },
      },
    });
    await marketplace.advance(20 * minute);
    expect(marketplace.order(id).status).toBe('created');
    expect(marketplace.setStatus(id, 'accepted').status).toBe(200);
  });

  it('a supplied order can contain unknown values of extensible enums', () => {
    const order = example() as unknown as Order;
    order.payments = [{ ...(order.payments[0] as Order['payments'][number]), method: 'barter' }];
    expect(
      marketplace.createOrder({ order: order as unknown as JsonObject }).payments[0]?.method,
    ).toBe('barter');
  });

  it.each<[string, (order: Order & JsonObject) => void, string]>([
    [
      'has an unknown field',
      (order) => void Object.assign(order, { colour: 'red' }),
      '/order/colour',
    ],
    [
      'has a total that does not match its parts',
      (order) => void Object.assign(order.totals, { fees: { amount: 1, currency: 'EUR' } }),
      '/order/totals/fees/amount',
    ],
    [
      'has a line total that does not match its quantity',
      (order) => void Object.assign(order.items[0] as object, { quantity: 3 }),
      '/order/items/0/total_price/amount',
    ],
    [
      'belongs to an unknown store',
      (order) => void Object.assign(order, { store_id: 'sto_NOTHERE1' }),
      '/order/store_id',
    ],
    ['is not new', (order) => void Object.assign(order, { status: 'accepted' }), '/order/status'],
    [
      'contains a line ID twice',
      (order) => void Object.assign(order.items[1] as object, { line_id: 'line_1_a' }),
      '/order/items',
    ],
  ])('a supplied order is rejected when it %s', (_, change, pointer) => {
    const order = example() as Order & JsonObject;
    change(order);
    const response = rejected({ order });
    expect(response).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect((response.body.errors as { pointer: string }[]).map((one) => one.pointer)).toContain(
      pointer,
    );
    expect(marketplace.behavior.snapshot(1).orders).toEqual([]);
  });

  it('a supplied order is rejected when its ID is in use', () => {
    marketplace.createOrder({ order: example() });
    expect(rejected({ order: example() })).toMatchObject({
      body: { errors: [{ pointer: '/order/id', code: 'duplicate_id' }] },
    });
  });
});

describe('order events', () => {
  it('an order event has a valid signature, and a 410 response disables the webhook of the store', async () => {
    const receiver = new Receiver();
    await receiver.listenTo(marketplace);
    const secret = marketplace.dispatcher.target?.secrets[0] ?? '';
    marketplace.createOrder({ store_id: amsterdam });
    await marketplace.advance(0);
    const [delivery] = marketplace.dispatcher.deliveries;
    expect(() =>
      new Webhook(secret).verify(delivery?.body ?? '', delivery?.attempts[0]?.requestHeaders ?? {}),
    ).not.toThrow();
    expect(marketplace.store(amsterdam).integration).toEqual({
      webhook_state: 'healthy',
      last_delivered_at: '2026-11-20T18:00:00.000Z',
      consecutive_failures: 0,
    });
    receiver.respond = (response) => response.writeHead(410).end();
    marketplace.createOrder({ store_id: amsterdam });
    await marketplace.advance(minute);
    expect(marketplace.store(amsterdam).integration).toMatchObject({
      webhook_state: 'disabled',
      last_delivered_at: '2026-11-20T18:00:00.000Z',
      consecutive_failures: 1,
    });
    expect(marketplace.store(austin).integration).toEqual({
      webhook_state: 'healthy',
      consecutive_failures: 0,
    });
    await receiver.close();
  });

  it('an order event is retried until accept_by, or until acknowledge_by if the order is accepted automatically', async () => {
    const receiver = new Receiver();
    await receiver.listenTo(marketplace);
    receiver.respond = (response) => response.writeHead(500).end();
    marketplace.createOrder({ store_id: amsterdam });
    marketplace.createOrder({ store_id: austin });
    await marketplace.advance(15 * minute);
    const last = marketplace.dispatcher.deliveries.map(({ attempts, state }) => [
      state,
      attempts.at(-1)?.at,
    ]);
    expect(last).toEqual([
      ['given_up', '2026-11-20T18:09:01.000Z'],
      ['given_up', '2026-11-20T18:02:01.000Z'],
    ]);
    await receiver.close();
  });
});

it('taxOn rounds half up, and taxableIn returns the taxable part of a gross amount', () => {
  expect([
    taxOn(4090, '8.25'),
    taxOn(389, '13'),
    taxOn(50, '9'),
    taxOn(9_007_199_254_740_991, '100'),
  ]).toEqual([337, 51, 5, 9_007_199_254_740_991]);
  for (const rate of ['0.5', '8.25', '9', '21', '100']) {
    for (let gross = 0; gross < 400; gross++) {
      const taxable = taxableIn(gross, rate);
      expect(gross - taxable - taxOn(taxable, rate)).toBeOneOf([0, 1]);
    }
  }
});
