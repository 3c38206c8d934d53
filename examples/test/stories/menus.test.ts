import { fixtures } from '@delivery-api/marketplace-client/testing';
import { beforeEach, expect, it } from 'vitest';
import { type Stage, setStage } from './sandbox.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});

type Menu = Parameters<Stage['marketplace']['submitMenu']>[0];
const { submit_evening_menu: evening } = fixtures.submitMenu.requests;
const [storeId = ''] = evening.store_ids;

/** The menu that the store sells from already, changed. */
function menu(change: (menu: Menu) => void): Menu {
  const copy = structuredClone(evening) as Menu;
  change(copy);
  return copy;
}

it('a menu is refused with everything that is wrong with it, in form and in sense, and the store sells from the one before', async () => {
  const { sandbox, marketplace } = stage;
  const before = await marketplace.getStore({ id: storeId });
  const faulty = menu(({ menus, categories, items, modifier_groups: [group] }) => {
    const [first, second, third] = items;
    if (first === undefined || second === undefined || third === undefined || group === undefined)
      throw new Error('The menu of the examples is too small.');
    Object.assign(first, { colour: 'red' });
    Object.assign(second, { price: { amount: -1, currency: 'EUR' } });
    Object.assign(third, { price: { amount: 1150, currency: 'USD' } });
    Object.assign(group, { min_selections: 2, max_selections: 1 });
    menus[0]?.category_ids.push('zuppe');
    categories[0]?.item_ids.push('calzone');
  });
  const refused = await marketplace.submitMenu.result(faulty);
  if (refused.ok || refused.problem.code !== 'menu_invalid')
    throw new Error('The menu was not refused for its entities.');
  const errors = refused.problem.errors ?? [];
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
    entity_id: evening.items[0]?.id,
  });
  await sandbox.advanceClock(600);
  expect((await marketplace.getStore({ id: storeId })).menu).toEqual(before.menu);
});

it('a menu is published, can be followed in the store until it is live, and is what the next order is made from', async () => {
  const { sandbox, marketplace, inbox } = stage;
  const { menu: before } = await marketplace.getStore({ id: storeId });
  const dearer = menu(({ items }) => {
    for (const item of items) item.price = { ...item.price, amount: item.price.amount + 100 };
  });
  const report = await marketplace.submitMenu({ ...dearer, reference: 'dearer' });
  expect(report).toMatchObject({
    status: 'publishing',
    reference: 'dearer',
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
    reference: 'dearer',
    item_count: dearer.items.length,
  });
  expect(await marketplace.submitMenu({ ...dearer, reference: 'dearer' })).toMatchObject({
    status: 'unchanged',
  });

  sandbox.createOrder({ store_id: storeId });
  await inbox.until(1);
  const lines = inbox.orders[0]?.data.items ?? [];
  expect(lines.map(({ menu_version: version }) => version)).toEqual(
    lines.map(() => report.menu_version),
  );
  for (const { item_id: id, unit_price: price } of lines)
    expect(dearer.items.find((item) => item.id === id)?.price).toEqual(price);
});
