import { type Sandbox, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMarketplaceClient, type MarketplaceClient } from '../src/index.js';

let sandbox: Sandbox;
let marketplace: MarketplaceClient;
beforeAll(async () => {
  sandbox = await startMock({
    mode: 'sandbox',
    port: 0,
    seed: 'orders',
    clock: { start: '2026-11-20T18:00:00Z', frozen: true },
  });
  marketplace = createMarketplaceClient({ baseUrl: sandbox.marketplace, token: 'test_orders' });
});
afterAll(() => sandbox.stop());

const create = (scenario: string, order: Record<string, unknown> = {}) =>
  marketplace.getOrder({ id: String(sandbox.createOrder({ scenario, order }).id) });

it('the client returns the items of a bundle with their modifiers', async () => {
  const { items } = await create('bundle_order');
  const [bundle] = items;
  const bundleItems = bundle?.bundle_items ?? [];
  expect(bundleItems.map(({ item_id }) => item_id)).toEqual(['margherita', 'chinotto']);
  const selectedModifiers = bundleItems.flatMap(({ modifiers }) => modifiers);
  expect(selectedModifiers.map(({ group_id }) => group_id)).toContain('base');
  const added = selectedModifiers.reduce((sum, { total_price }) => sum + total_price.amount, 0);
  expect(bundle?.modifiers_price.amount).toBe(added);
});

it('after an order is rejected, the client returns its payment as refunded and its totals unchanged', async () => {
  const placed = await create('pickup_happy_path', { payments: [{ method: 'online' }] });
  expect(placed.payments.map(({ state }) => state)).toEqual(['paid']);
  await marketplace.setOrderStatus({
    id: placed.id,
    status: 'rejected',
    reason_code: 'too_busy',
  });
  const rejected = await marketplace.getOrder({ id: placed.id });
  expect(rejected.payments.map(({ state }) => state)).toEqual(['refunded']);
  expect(rejected.totals).toEqual(placed.totals);
});

it('an order that was completed automatically is listed in recently_closed of its store', async () => {
  const { id, store_id } = await create('own_delivery_happy_path');
  await marketplace.setOrderStatus({ id, status: 'accepted' });
  const { auto_complete_at: end = '' } = await marketplace.getOrder({ id });
  const seconds = (Date.parse(end) - Date.parse(sandbox.clock().now)) / 1_000;
  expect(seconds).toBeGreaterThan(12 * 3_600);
  await sandbox.advanceClock(seconds);
  const order = await marketplace.getOrder({ id });
  expect(order).toMatchObject({ status: 'completed', phase: 'closed' });
  expect(order.history.at(-1)).toMatchObject({ status: 'completed', by: 'system' });
  const { open_orders, recently_closed } = await marketplace.getStore({ id: store_id });
  expect(open_orders.items.map(({ order_id }) => order_id)).not.toContain(id);
  expect(recently_closed.items).toContainEqual(
    expect.objectContaining({ order_id: id, status: 'completed', revision: order.revision }),
  );
});
