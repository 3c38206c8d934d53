import type { SubmitMenuRequest } from '@delivery-api/marketplace-client';
import { fixtures } from '@delivery-api/marketplace-client/testing';
import { beforeEach, expect, it } from 'vitest';
import { type SandboxContext, startSandbox } from '../support/sandbox.ts';

let context: SandboxContext;
beforeEach(async () => {
  context = await startSandbox();
});

type Menu = Extract<SubmitMenuRequest, { type: 'menu' }>;
const { submit_evening_menu: currentMenu } = fixtures.submitMenu.requests;
const [storeId = ''] = currentMenu.store_ids;

/** Returns the current menu of the store with changes. */
function changedMenu(change: (menu: Menu) => void): Menu {
  const copy = structuredClone(currentMenu) as Menu;
  change(copy);
  return copy;
}

it('an invalid menu is rejected with all its errors, and the previous menu stays live', async () => {
  const { sandbox, marketplace } = context;
  const before = await marketplace.getStore({ id: storeId });
  const invalidMenu = changedMenu(({ menus, categories, items, modifier_groups: [group] }) => {
    const [first, second, third] = items;
    if (first === undefined || second === undefined || third === undefined || group === undefined)
      throw new Error('The example menu has too few items.');
    Object.assign(first, { colour: 'red' });
    Object.assign(second, { price: { amount: -1, currency: 'EUR' } });
    Object.assign(third, { price: { amount: 1150, currency: 'USD' } });
    Object.assign(group, { min_selections: 2, max_selections: 1 });
    menus[0]?.category_ids.push('zuppe');
    categories[0]?.item_ids.push('calzone');
  });
  const rejected = await marketplace.submitMenu.result(invalidMenu);
  if (rejected.ok || rejected.problem.code !== 'menu_invalid')
    throw new Error('The menu was not rejected with menu_invalid.');
  const errors = rejected.problem.errors ?? [];
  expect(
    errors
      .filter(({ severity }) => severity === 'error')
      .map(({ pointer, code }) => `${pointer} ${code}`),
  ).toEqual([
    '/items/0/colour additional_properties',
    '/items/1/price/amount minimum',
    '/menus/0/category_ids/2 unknown_reference',
    '/categories/0/item_ids/1 unknown_reference',
    '/items/2/price/currency currency_mismatch',
    '/modifier_groups/0/max_selections selection_range_invalid',
  ]);
  expect(errors.find(({ pointer }) => pointer === '/items/0/colour')).toMatchObject({
    entity_type: 'item',
    entity_id: currentMenu.items[0]?.id,
  });
  await sandbox.advanceClock(600);
  expect((await marketplace.getStore({ id: storeId })).menu).toEqual(before.menu);
});

it('a valid menu is published, and the next order uses it', async () => {
  const { sandbox, marketplace, receiver } = context;
  const { menu: before } = await marketplace.getStore({ id: storeId });
  const newMenu = changedMenu(({ items }) => {
    for (const item of items) item.price = { ...item.price, amount: item.price.amount + 100 };
  });
  const report = await marketplace.submitMenu({ ...newMenu, reference: 'new-prices' });
  expect(report).toMatchObject({
    status: 'publishing',
    reference: 'new-prices',
    stores: [{ store_id: storeId, changed: true, removed: 0 }],
  });
  expect((await marketplace.getStore({ id: storeId })).menu).toMatchObject({
    status: 'publishing',
    menu_version: before.menu_version,
    submitted_version: report.menu_version,
  });

  await sandbox.advanceClock(
    (Date.parse(report.expected_live_at ?? '') - Date.parse(sandbox.clock().now)) / 1000,
  );
  const { menu: live } = await marketplace.getStore({ id: storeId });
  expect(live).toMatchObject({
    status: 'live',
    menu_version: report.menu_version,
    reference: 'new-prices',
    item_count: newMenu.items.length,
  });
  expect(await marketplace.submitMenu({ ...newMenu, reference: 'new-prices' })).toMatchObject({
    status: 'unchanged',
  });

  sandbox.createOrder({ store_id: storeId });
  await receiver.waitFor(1);
  const lines = receiver.orders[0]?.data.items ?? [];
  expect(lines.map(({ menu_version: version }) => version)).toEqual(
    lines.map(() => report.menu_version),
  );
  for (const { item_id: id, unit_price: price } of lines)
    expect(newMenu.items.find((item) => item.id === id)?.price).toEqual(price);
});

it('an item can be marked as sold out without a new menu, and an unknown item is rejected', async () => {
  const { marketplace } = context;
  const before = await marketplace.getStore({ id: storeId });
  const soldOut = (id: string): SubmitMenuRequest => ({
    type: 'availability',
    store_ids: [storeId],
    items: [{ id, availability: { state: 'unavailable' } }],
  });
  expect(await marketplace.submitMenu(soldOut('margherita'))).toMatchObject({
    status: 'updated',
    stores: [{ store_id: storeId, updated: 1 }],
  });
  expect((await marketplace.getStore({ id: storeId })).menu).toEqual(before.menu);
  const rejected = await marketplace.submitMenu.result(soldOut('calzone'));
  expect(rejected).toMatchObject({
    status: 422,
    problem: { code: 'menu_invalid', errors: [{ pointer: '/items/0/id', entity_id: 'calzone' }] },
  });
});
