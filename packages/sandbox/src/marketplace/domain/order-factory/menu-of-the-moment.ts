import { wallTime } from '../../../kernel/time-zone.ts';
import type { Menu, MenuItem } from '../../state/menu-model.ts';
import type { FulfillmentType } from '../../state/store-model.ts';
import type { LiveMenu } from '../menus/live-menu.ts';
import { shifted } from '../stores/hours-changes.ts';

/**
 * What customers can pick in a store now, in one way of getting an order: items of a menu that
 * holds, not sold out.
 */
export function orderable(
  live: LiveMenu,
  type: FulfillmentType,
  timezone: string,
  at: number,
): MenuItem[] {
  const fitting = live.content.menus.filter(
    ({ fulfillment_types: types }) => types === undefined || types.includes(type),
  );
  const now = fitting.filter((menu) => isServed(menu, timezone, at));
  // An order can be asked for at any hour, and is then made of what there is at others.
  const menus = now.length > 0 ? now : fitting.length > 0 ? fitting : live.content.menus;
  const shown = new Set(menus.flatMap(({ category_ids }) => category_ids));
  const ids = new Set(
    live.content.categories.filter(({ id }) => shown.has(id)).flatMap(({ item_ids }) => item_ids),
  );
  return [...ids]
    .map((id) => live.item(id))
    .filter((item) => item !== undefined && live.isAvailable(item, at)) as MenuItem[];
}

/**
 * The price of an item: the override of which most conditions fit, or its own (contract:
 * `MenuItemInput.price_overrides`).
 */
export function priceOf(
  { price, price_overrides: overrides = [] }: MenuItem,
  type: FulfillmentType,
  storeId: string,
): number {
  const fitting = overrides
    .filter(
      ({ fulfillment_type, store_id }) =>
        (fulfillment_type ?? type) === type && (store_id ?? storeId) === storeId,
    )
    .sort((a, b) => conditions(b) - conditions(a));
  return (fitting[0]?.price ?? price).amount;
}

const conditions = ({
  fulfillment_type,
  store_id,
}: {
  fulfillment_type?: FulfillmentType;
  store_id?: string;
}): number => Number(fulfillment_type !== undefined) + Number(store_id !== undefined);

function isServed({ availability }: Menu, timezone: string, at: number): boolean {
  if (availability === undefined) return true;
  const { date, minutes } = wallTime(timezone, at);
  return availability.some(({ day, opens, closes }) => {
    const [from, to] = [toMinutes(opens), toMinutes(closes)];
    if (day === weekdayOf(date)) return minutes >= from && (to <= from || minutes < to);
    return day === weekdayOf(shifted(date, -1)) && to <= from && minutes < to;
  });
}

const weekdayOf = (date: string): string =>
  new Date(`${date}T00:00:00Z`)
    .toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
    .toLowerCase();

const toMinutes = (text: string): number =>
  Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
