import { isDeepStrictEqual } from 'node:util';
import type {
  CategoryInput,
  MenuItemInput,
  ModifierGroupInput,
} from '@delivery-api/marketplace-types';
import type { MarketplaceState } from '../../state/marketplace-state.ts';
import type {
  ItemAvailability,
  MenuContent,
  StoreMenuVersion,
  StoreRecord,
} from '../../state/records.ts';

interface ContentIndex {
  items: ReadonlyMap<string, MenuItemInput>;
  groups: ReadonlyMap<string, ModifierGroupInput>;
  /** The first category of each item. */
  categories: ReadonlyMap<string, CategoryInput>;
}

// Content never changes, so its index is built only once, even if several stores use the content.
const indexes = new WeakMap<MenuContent, ContentIndex>();

function indexOf(content: MenuContent): ContentIndex {
  let index = indexes.get(content);
  if (index === undefined) {
    const categories = new Map<string, CategoryInput>();
    for (const category of content.categories) {
      for (const id of category.item_ids) if (!categories.has(id)) categories.set(id, category);
    }
    index = {
      items: new Map(content.items.map((item) => [item.id, item])),
      groups: new Map(content.modifier_groups.map((group) => [group.id, group])),
      categories,
    };
    indexes.set(content, index);
  }
  return index;
}

/** Reads a version of a menu in one store. */
export class LiveMenu {
  readonly version: string;
  readonly content: MenuContent;
  readonly #index: ContentIndex;
  readonly #availability: ReadonlyMap<string, ItemAvailability>;
  readonly #stock: ReadonlyMap<string, number>;

  constructor({ version, availability, stock }: StoreMenuVersion, content: MenuContent) {
    this.version = version;
    this.content = content;
    this.#index = indexOf(content);
    this.#availability = new Map(availability);
    this.#stock = new Map(stock);
  }

  item(id: string): MenuItemInput | undefined {
    return this.#index.items.get(id);
  }

  group(id: string): ModifierGroupInput | undefined {
    return this.#index.groups.get(id);
  }

  categoryOf(itemId: string): CategoryInput | undefined {
    return this.#index.categories.get(itemId);
  }

  /**
   * Returns the availability of an item at a time: the last change, otherwise the value in the
   * menu. A change or value whose `until` has passed does not apply.
   */
  availabilityOf({ id, availability }: MenuItemInput, at: number): ItemAvailability {
    return (
      current(this.#availability.get(id), at) ?? current(inMenu(availability), at) ?? available
    );
  }

  /** Returns the IDs of the items whose availability differs from the value in the menu. */
  changedItems(at: number): string[] {
    return this.content.items
      .filter(
        (item) =>
          this.#availability.has(item.id) &&
          !isDeepStrictEqual(
            this.availabilityOf(item, at),
            current(inMenu(item.availability), at) ?? available,
          ),
      )
      .map(({ id }) => id);
  }

  /**
   * Returns the maximum quantity of an item in one order: its stock, at most `max_per_order`. Both
   * are 999 by default.
   */
  maxQuantity({ id, stock_quantity, max_per_order = 999 }: MenuItemInput): number {
    return Math.min(this.#stock.get(id) ?? stock_quantity ?? 999, max_per_order);
  }

  /** Returns the stock after a sale (contract: `MenuItemInput.stock_quantity`). */
  stockAfter(sold: readonly (readonly [string, number])[]): StoreMenuVersion['stock'] {
    const stock = new Map(this.#stock);
    for (const [id, quantity] of sold) {
      const before = stock.get(id) ?? this.item(id)?.stock_quantity;
      if (before !== undefined) stock.set(id, Math.max(0, before - quantity));
    }
    return [...stock];
  }

  /** Returns whether an item can be ordered. For a bundle, all its parts must be available. */
  isAvailable(item: MenuItemInput, at: number): boolean {
    const parts = (item.bundle_items ?? []).map(({ item_id }) => this.item(item_id));
    return (
      this.#isOrderable(item, at) &&
      this.maxQuantity(item) > 0 &&
      parts.every(
        (part) => part !== undefined && part.id !== item.id && this.#isOrderable(part, at),
      )
    );
  }

  #isOrderable(item: MenuItemInput, at: number): boolean {
    return item.stock_quantity !== 0 && this.availabilityOf(item, at).state === 'available';
  }
}

/** Returns a reader for a version of a menu; `undefined` if the version is absent. */
export function readMenu(
  { menus }: MarketplaceState,
  menu: StoreMenuVersion | undefined,
): LiveMenu | undefined {
  const record = menu && menus.get(menu.menuId);
  return menu && record && new LiveMenu(menu, record.content);
}

/** Returns a reader for the live menu of a store; `undefined` if the store has none. */
export const liveMenuOf = (state: MarketplaceState, { live }: StoreRecord): LiveMenu | undefined =>
  readMenu(state, live);

/** Returns whether an item is available according to the menu, without later changes. */
export function isOffered({ availability, stock_quantity }: MenuItemInput, at: number): boolean {
  return stock_quantity !== 0 && current(inMenu(availability), at) === undefined;
}

const available: ItemAvailability = { state: 'available' };

/** Returns an availability; `undefined` if it is absent or has ended. */
const current = (
  availability: ItemAvailability | undefined,
  at: number,
): ItemAvailability | undefined =>
  availability?.until !== undefined && availability.until <= at ? undefined : availability;

/** Returns the availability that the menu itself contains; `undefined` for available items. */
const inMenu = (availability: MenuItemInput['availability']): ItemAvailability | undefined =>
  availability === undefined || availability.state === 'available'
    ? undefined
    : {
        state: availability.state,
        ...(availability.until !== undefined && { until: Date.parse(availability.until) }),
      };
