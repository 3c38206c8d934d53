// Samples for the Marketplace guides. Requires a running sandbox: npm start
import { setTimeout } from 'node:timers/promises';
import {
  createMarketplaceClient,
  isMarketplaceProblem,
} from '@delivery-api/marketplace-client';

const sandbox =
  process.env.SANDBOX_URL ?? 'http://localhost:4010';
const marketplace = createMarketplaceClient({
  baseUrl: `${sandbox}/marketplace`,
  token: 'test_token',
});
const store = 'sto_01JD3M7X9KQA';
const control = (
  method: string,
  path: string,
  body: object,
) =>
  fetch(`${sandbox}/_sandbox/${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });

// region: create
const response = await control('POST', 'orders', {
  store_id: store,
  scenario: 'item_unavailable',
});
const { id } = (await response.json()) as {
  id: string;
};
// endregion

// region: poll
const first = await marketplace.getOrder.result({
  id,
});
const etag = first.response.headers.get('etag') ?? '';
const again = await marketplace.getOrder.result(
  { id },
  { ifNoneMatch: etag },
);
console.log(first.status);
console.log(again.status);
// endregion

const order = await marketplace.getOrder({ id });
const [line] = order.items;
if (line === undefined)
  throw new Error('The order has no items.');

// region: reject
try {
  const rejected = await marketplace.setOrderStatus({
    id,
    status: 'rejected',
    reason_code: 'item_unavailable',
    unavailable_items: [
      {
        line_id: line.line_id,
        available_quantity: 0,
        unavailable_until: null,
      },
    ],
    expected_revision: order.revision,
  });
  console.log(rejected.status);
} catch (error) {
  if (
    !isMarketplaceProblem(error, 'invalid_transition')
  )
    throw error;
  console.log(
    'Not rejected. The current status is',
    error.problem.current_status,
  );
}
// endregion

const revisions = new Map<string, number>();

// region: recover
const { open_orders, recently_closed } =
  await marketplace.getStore({ id: store });
for (const { order_id, revision } of [
  ...open_orders.items,
  ...recently_closed.items,
]) {
  if (revision <= (revisions.get(order_id) ?? 0))
    continue;
  const missed = await marketplace.getOrder({
    id: order_id,
  });
  revisions.set(missed.id, missed.revision);
}
if (open_orders.total > open_orders.items.length)
  console.log(
    'More orders are open. Read the store again later.',
  );
// endregion

// region: pause
const paused = await marketplace.setStoreStatus({
  store_id: store,
  status: 'paused',
  reason_code: 'too_busy',
  duration_minutes: 45,
});
console.log(paused.status);
// endregion

// region: reopen
const opened = await marketplace.setStoreStatus({
  store_id: store,
  status: 'open',
});
console.log(opened.accepting_orders);
console.log(
  opened.blockers.map(({ message }) => message),
);
// endregion

// region: check
const eur = (amount: number) => ({
  amount,
  currency: 'EUR',
});
const menu = {
  type: 'menu' as const,
  store_ids: [store],
  currency: 'EUR',
  default_locale: 'en',
  prices_include_tax: true,
  menus: [
    {
      id: 'all-day',
      name: 'All day',
      category_ids: ['pizza'],
    },
  ],
  categories: [
    {
      id: 'pizza',
      name: 'Pizza',
      item_ids: ['margherita'],
    },
  ],
  items: [
    {
      id: 'margherita',
      name: 'Margherita',
      price: eur(1150),
      modifier_group_ids: ['extras'],
    },
    { id: 'olives', name: 'Olives', price: eur(150) },
  ],
  modifier_groups: [
    {
      id: 'extras',
      name: 'Anything on top?',
      min_selections: 0,
      max_selections: 3,
      modifiers: [{ item_id: 'olives' }],
    },
  ],
};
const report = await marketplace.submitMenu({
  ...menu,
  validate_only: true,
});
console.log(report.status);
console.log(report.stores[0]?.removed);
console.log(report.warnings.map(({ code }) => code));
// endregion

// region: submit
const submitted = await marketplace.submitMenu(menu);
console.log(submitted.status);
// endregion

await control('PUT', 'clock', {
  advance_seconds: 600,
});

// region: watch
let publication = (
  await marketplace.getStore({ id: store })
).menu;
while (publication.status === 'publishing') {
  await setTimeout(30_000);
  publication = (
    await marketplace.getStore({ id: store })
  ).menu;
}
console.log(publication.status);
// endregion
