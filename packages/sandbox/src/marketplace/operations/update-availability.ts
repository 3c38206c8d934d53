import { isDeepStrictEqual } from 'node:util';
import type { AvailabilityUpdate, ItemAvailabilityInput } from '@delivery-api/marketplace-types';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { checkAvailability } from '../domain/menus/check-availability.ts';
import type { CheckSubmission } from '../domain/menus/check-schema.ts';
import { liveMenuOf, readMenu } from '../domain/menus/live-menu.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { overrideAvailability } from '../scenarios/override-availability.ts';
import type { ItemAvailability, StoreRecord } from '../state/records.ts';
import { availabilityReport } from '../views/menu-report.ts';

/**
 * Handles an availability update: checks the whole request, then changes all stores in it or none.
 *
 * @param storesOf returns the stores with these IDs; throws if one does not exist
 * @throws {ProblemError} `validation_failed`, `menu_invalid`, `store_not_found`
 */
export function updateAvailability(
  context: MarketplaceContext,
  checkSchema: CheckSubmission,
  body: unknown,
  storesOf: (ids: readonly string[]) => readonly StoreRecord[],
): SandboxResponse {
  const { state, clock } = context;
  const now = clock.now();
  checkAvailability(checkSchema, body, storesOf, (store, id) =>
    [store.live, store.publishing].some((menu) => readMenu(state, menu)?.item(id) !== undefined),
  );
  const update = body as AvailabilityUpdate;
  const items = update.items.map(
    ({ id, availability }) => [id, toItemAvailability(availability)] as const,
  );
  const stores = storesOf(update.store_ids).map((store) => {
    const updated = items.filter(([id, next]) => isChange(context, store, id, next, now)).length;
    overrideAvailability(context, store, items);
    return { store, updated };
  });
  return { status: 200, body: availabilityReport(update, stores, clock.instant()) };
}

const toItemAvailability = ({ state, until }: ItemAvailabilityInput): ItemAvailability => ({
  state,
  ...(until !== undefined && { until: Date.parse(until) }),
});

/**
 * Returns whether an update changes the availability of an item on the live menu. An item that is
 * only on the menu that is being published always counts as changed.
 */
function isChange(
  { state }: MarketplaceContext,
  store: StoreRecord,
  id: string,
  next: ItemAvailability,
  now: number,
): boolean {
  const isOver = next.until !== undefined && next.until <= now;
  const effective = isOver ? { state: 'available' } : next;
  const menu = liveMenuOf(state, store);
  const item = menu?.item(id);
  return (
    menu === undefined ||
    item === undefined ||
    !isDeepStrictEqual(menu.availabilityOf(item, now), effective)
  );
}
