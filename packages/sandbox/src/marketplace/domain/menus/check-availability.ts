import type { AvailabilityUpdate } from '@delivery-api/marketplace-types';
import { ProblemError } from '../../../kernel/problem-error.ts';
import { toEntityError } from '../../../validation/menu-entities.ts';
import type { StoreRecord } from '../../state/records.ts';
import { rejectItems } from '../rules/reject-items.ts';
import type { CheckSubmission } from './check-schema.ts';
import { counted, type Finding } from './finding.ts';

/** Returns whether a store has an item, on its live menu or on the menu that is being published. */
export type HasItem = (store: StoreRecord, itemId: string) => boolean;

/**
 * Checks an availability update: its schema, duplicate IDs, and that each store has each item.
 *
 * @param storesOf returns the stores with these IDs; throws if one does not exist
 * @throws {ProblemError} `validation_failed` for errors outside `items`; then `store_not_found`;
 * then `menu_invalid` with all errors in `items`
 */
export function checkAvailability(
  checkSchema: CheckSubmission,
  body: unknown,
  storesOf: (ids: readonly string[]) => readonly StoreRecord[],
  hasItem: HasItem,
): void {
  const { fieldErrors, entityErrors } = checkSchema(body);
  rejectItems(fieldErrors);
  const { items, store_ids } = body as AvailabilityUpdate;
  const stores = storesOf(store_ids);
  const errors = entityErrors.map((error) => toEntityError(body, error) as Finding);
  const first = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const { id } = item ?? {};
    if (typeof id !== 'string') continue;
    const fail = (code: string, message: string): void =>
      void errors.push({
        pointer: `/items/${index}/id`,
        code,
        message,
        severity: 'error',
        entity_type: 'item',
        entity_id: id,
      });
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    else fail('duplicate_id', `must be unique; /items/${earlier} also has the ID ${id}`);
    for (const store of stores)
      if (!hasItem(store, id))
        fail('unknown_reference', `no item of the store ${store.id} has the ID ${id}`);
  }
  if (errors.length === 0) return;
  const detail = `The update of ${counted(items.length, 'item')} has ${counted(errors.length, 'error')}. The availability is unchanged.`;
  throw new ProblemError('menu_invalid', detail, { errors });
}
