import type {
  FulfillmentType,
  MenuInput,
  MenuItemInput,
  PriceOverrideInput,
} from '@delivery-api/marketplace-types';
import { localTime } from '../../../kernel/local-time.ts';
import { addDays, toMinutes } from '../../../kernel/opening-hours.ts';
import type { LiveMenu } from '../menus/live-menu.ts';

/**
 * Returns the available items on the menus that are served now for a fulfillment type. If no menu
 * for the type is served now, uses all menus for the type. If there are none, uses all menus.
 */
export function orderableItems(
  live: LiveMenu,
  type: FulfillmentType,
  timezone: string,
  at: number,
): MenuItemInput[] {
  const matching = live.content.menus.filter(
    ({ fulfillment_types: types }) => types === undefined || types.includes(type),
  );
  const now = matching.filter((menu) => isServed(menu, timezone, at));
  // A test order can be created at any time.
  const menus = now.length > 0 ? now : matching.length > 0 ? matching : live.content.menus;
  const categoryIds = new Set(menus.flatMap(({ category_ids }) => category_ids));
  const ids = new Set(
    live.content.categories
      .filter(({ id }) => categoryIds.has(id))
      .flatMap(({ item_ids }) => item_ids),
  );
  return [...ids]
    .map((id) => live.item(id))
    .filter((item) => item !== undefined && live.isAvailable(item, at)) as MenuItemInput[];
}

export const isBundle = ({ bundle_items }: MenuItemInput): boolean => bundle_items !== undefined;

/**
 * Returns the price of an item in the minor unit (contract: `MenuItemInput.price_overrides`).
 */
export function priceOf(
  { price, price_overrides: overrides = [] }: MenuItemInput,
  type: FulfillmentType,
  storeId: string,
): number {
  const matching = overrides
    .filter(
      ({ fulfillment_type, store_id }) =>
        (fulfillment_type ?? type) === type && (store_id ?? storeId) === storeId,
    )
    .sort((a, b) => conditions(b) - conditions(a));
  return (matching[0]?.price ?? price).amount;
}

const conditions = ({ fulfillment_type, store_id }: PriceOverrideInput): number =>
  Number(fulfillment_type !== undefined) + Number(store_id !== undefined);

function isServed({ availability }: MenuInput, timezone: string, at: number): boolean {
  if (availability === undefined) return true;
  const { date, minutes } = localTime(timezone, at);
  return availability.some(({ day, opens, closes }) => {
    const [from, to] = [toMinutes(opens), toMinutes(closes)];
    if (day === weekdayOf(date)) return minutes >= from && (to <= from || minutes < to);
    return day === weekdayOf(addDays(date, -1)) && to <= from && minutes < to;
  });
}

const weekdayOf = (date: string): string =>
  new Date(`${date}T00:00:00Z`)
    .toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
    .toLowerCase();
