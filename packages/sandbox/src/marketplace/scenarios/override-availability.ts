import { readMenu } from '../domain/menus/live-menu.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import type { ItemAvailability, StoreMenuVersion, StoreRecord } from '../state/records.ts';
import { updateStore } from './store-changes.ts';

/** Changes the availability of items on the live menu and on the menu that is being published. */
export function overrideAvailability(
  context: MarketplaceContext,
  store: StoreRecord,
  items: readonly (readonly [itemId: string, availability: ItemAvailability])[],
): void {
  const change = (version: StoreMenuVersion): StoreMenuVersion => {
    const menu = readMenu(context.state, version);
    const own = items.filter(([id]) => menu?.item(id) !== undefined);
    return { ...version, availability: [...new Map([...version.availability, ...own])] };
  };
  const { live, publishing } = store;
  updateStore(context, store, {
    ...(live !== undefined && { live: change(live) }),
    ...(publishing !== undefined && { publishing: change(publishing) }),
  });
}
