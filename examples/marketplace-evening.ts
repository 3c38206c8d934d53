// An evening at a store: its menu, an order from arrival to handover, a pause. node
// marketplace-evening.ts [base address [order id]]
import { createMarketplaceClient, type MarketplaceClient } from '@delivery-api/marketplace-client';

/** The story, told through a client. `orderId` is what the event `order_created` brought. */
export async function evening(
  marketplace: MarketplaceClient,
  orderId: string,
  tell: (line: string) => void,
): Promise<void> {
  const order = await marketplace.getOrder({ id: orderId });
  tell(
    `Order ${order.display_id} (${order.fulfillment.type}): ${order.items.length} lines, ${order.totals.total.amount} ${order.currency} in minor units`,
  );

  const store = await marketplace.getStore({ id: order.store_id });
  tell(`For ${store.name}, which is ${store.status}`);

  const menu = await marketplace.submitMenu.result({
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
  tell(
    menu.ok
      ? `The menu is sound: ${menu.data.status}`
      : `The menu is not taken: ${menu.problem.code}`,
  );

  const taken = await marketplace.acknowledgeOrder({
    id: order.id,
    result: 'succeeded',
    external_id: 'POS-88213',
  });
  tell(`Acknowledged: ${taken.acknowledgement.state}`);

  for (const status of ['accepted', 'preparing', 'ready'] as const) {
    const moved = await marketplace.setOrderStatus.result({ id: order.id, status });
    if (moved.ok) tell(`Now ${moved.data.status}`);
    else if (moved.status === 409 && moved.problem.code === 'invalid_transition')
      tell(`Not ${status}: it is ${moved.problem.current_status}`);
    else tell(`Not ${status}: ${moved.problem.code}`);
  }

  const paused = await marketplace.setStoreStatus({
    store_id: store.id,
    status: 'paused',
    reason_code: 'too_busy',
    duration_minutes: 45,
  });
  tell(`The store is ${paused.status}`);
}

/**
 * Has the sandbox let an order arrive, as the event `order_created` would bring it; no operation of
 * the contract creates one.
 */
export async function arrivingOrder(baseUrl: string): Promise<string> {
  const answer = await fetch(new URL('/_sandbox/orders', baseUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok)
    throw new Error(
      `No order arrived (${answer.status}). Is a sandbox running there? Start one with \`npm start\`, or give an order id.`,
    );
  const order = (await answer.json()) as { id: string };
  return order.id;
}

if (import.meta.main) {
  const baseUrl = process.argv[2] ?? 'http://localhost:4010/marketplace';
  const orderId = process.argv[3] ?? (await arrivingOrder(baseUrl));
  await evening(createMarketplaceClient({ baseUrl, token: 'test_token' }), orderId, console.log);
}
