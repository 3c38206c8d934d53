// Validates a menu, processes an order from acknowledgement to ready, and pauses the store:
// node marketplace-evening.ts [order ID]
import { createMarketplaceClient, type MarketplaceClient } from '@delivery-api/marketplace-client';

/**
 * Validates a menu, processes an order from acknowledgement to ready, and pauses the store.
 *
 * @param orderId order ID of an `order_created` event
 */
export async function processOrder(
  marketplace: MarketplaceClient,
  orderId: string,
  log: (line: string) => void,
): Promise<void> {
  const order = await marketplace.getOrder({ id: orderId });
  log(
    `Order ${order.display_id} (${order.fulfillment.type}): ${order.items.length} lines, ${order.totals.total.amount} ${order.currency} in minor units`,
  );

  const store = await marketplace.getStore({ id: order.store_id });
  log(`Store ${store.name}: ${store.status}`);

  const menu = await marketplace.submitMenu.result({
    type: 'menu',
    store_ids: [store.id],
    currency: store.currency,
    default_locale: 'en',
    prices_include_tax: true,
    validate_only: true,
    menus: [{ id: 'all-day', name: 'All day', category_ids: ['pizza'] }],
    categories: [{ id: 'pizza', name: 'Pizza', item_ids: ['margherita'] }],
    items: [
      { id: 'margherita', name: 'Margherita', price: { amount: 1150, currency: store.currency } },
    ],
    modifier_groups: [],
  });
  log(menu.ok ? `Menu: ${menu.data.status}` : `Menu rejected: ${menu.problem.code}`);

  const acknowledged = await marketplace.acknowledgeOrder({
    id: order.id,
    result: 'succeeded',
    external_id: 'POS-88213',
  });
  log(`Acknowledged: ${acknowledged.acknowledgement.state}`);

  for (const status of ['accepted', 'preparing', 'ready'] as const) {
    const updated = await marketplace.setOrderStatus.result({ id: order.id, status });
    if (updated.ok) log(`Order status: ${updated.data.status}`);
    else if (updated.status === 409 && updated.problem.code === 'invalid_transition')
      log(`Cannot change to ${status}: the status is ${updated.problem.current_status}`);
    else log(`Cannot change to ${status}: ${updated.problem.code}`);
  }

  const paused = await marketplace.setStoreStatus({
    store_id: store.id,
    status: 'paused',
    reason_code: 'too_busy',
    duration_minutes: 45,
  });
  log(`Store status: ${paused.status}`);
}

/**
 * Creates a test order in the sandbox and returns its ID. The Marketplace contract has no operation
 * that creates orders. In production, the ID comes from an `order_created` event.
 *
 * @param baseUrl base URL of the Marketplace interface in the sandbox
 * @throws {Error} if the sandbox does not create the order
 */
export async function createTestOrder(baseUrl: string): Promise<string> {
  const response = await fetch(new URL('/_sandbox/orders', baseUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (!response.ok)
    throw new Error(
      `The test order was not created (${response.status}). Start a sandbox with \`npm start\`, or pass an order ID.`,
    );
  const order = (await response.json()) as { id: string };
  return order.id;
}

if (import.meta.main) {
  const baseUrl = `${process.env.SANDBOX_URL ?? 'http://localhost:4010'}/marketplace`;
  const orderId = process.argv[2] ?? (await createTestOrder(baseUrl));
  await processOrder(
    createMarketplaceClient({ baseUrl, token: 'test_token' }),
    orderId,
    console.log,
  );
}
