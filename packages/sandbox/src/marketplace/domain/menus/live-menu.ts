import type { Category, MenuContent, MenuItem, ModifierGroup } from '../../state/menu-model.ts';

interface Index {
  items: ReadonlyMap<string, MenuItem>;
  groups: ReadonlyMap<string, ModifierGroup>;
  /** The first category that lists an item. */
  categories: ReadonlyMap<string, Category>;
}

// Stores share what they sell, so they share the way to find it.
const indexes = new WeakMap<MenuContent, Index>();

function indexOf(content: MenuContent): Index {
  let index = indexes.get(content);
  if (index === undefined) {
    const categories = new Map<string, Category>();
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

/** One version of a menu in one store, with what has become of its items since. */
export class LiveMenu {
  readonly version: string;
  readonly content: MenuContent;
  readonly #index: Index;
  /**
   * Items taken off while an order was declined, until when; `undefined` until the next submission.
   */
  readonly #off = new Map<string, number | undefined>();
  /** What is left of items that are counted. */
  readonly #stock = new Map<string, number>();

  constructor(version: string, content: MenuContent) {
    this.version = version;
    this.content = content;
    this.#index = indexOf(content);
  }

  item(id: string): MenuItem | undefined {
    return this.#index.items.get(id);
  }

  group(id: string): ModifierGroup | undefined {
    return this.#index.groups.get(id);
  }

  categoryOf(itemId: string): Category | undefined {
    return this.#index.categories.get(itemId);
  }

  /** Takes an item off the menu (contract: `UnavailableItemInput.unavailable_until`). */
  takeOff(itemId: string, until: number | undefined): void {
    this.#off.set(itemId, until);
  }

  /** Whether an item was taken off since it was submitted. */
  isOff(itemId: string, at: number): boolean {
    if (!this.#off.has(itemId)) return false;
    const until = this.#off.get(itemId);
    return until === undefined || until > at;
  }

  /** The items that were taken off and are not back yet. */
  off(at: number): string[] {
    return [...this.#off.keys()].filter((id) => this.isOff(id, at));
  }

  /** How many of an item one may still order. */
  left({ id, stock_quantity, max_per_order = 999 }: MenuItem): number {
    return Math.min(this.#stock.get(id) ?? stock_quantity ?? 999, max_per_order);
  }

  /** Counts down what was ordered (contract: `MenuItemInput.stock_quantity`). */
  sold(itemId: string, quantity: number): void {
    const counted = this.#stock.get(itemId) ?? this.item(itemId)?.stock_quantity;
    if (counted !== undefined) this.#stock.set(itemId, Math.max(0, counted - quantity));
  }

  /**
   * Whether an item can be ordered at a moment, on its own or as a modifier; a bundle only with all
   * of its parts.
   */
  isAvailable(item: MenuItem, at: number): boolean {
    const parts = (item.bundle_items ?? []).map(({ item_id }) => this.item(item_id));
    return (
      isOffered(item, at) &&
      !this.isOff(item.id, at) &&
      this.left(item) > 0 &&
      parts.every(
        (part) =>
          part !== undefined &&
          part.id !== item.id &&
          !this.isOff(part.id, at) &&
          isOffered(part, at),
      )
    );
  }
}

/** Whether the menu itself offers an item at a moment. */
export function isOffered({ availability, stock_quantity }: MenuItem, at: number): boolean {
  if (stock_quantity === 0) return false;
  if (availability === undefined || availability.state === 'available') return true;
  return availability.until !== undefined && Date.parse(availability.until) <= at;
}
