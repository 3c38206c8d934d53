import type { AvailabilityUpdate, MenuSubmission } from '@delivery-api/marketplace-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import type { Difference } from '../domain/menus/compare.ts';
import { type Finding, listNames, toMenuFinding } from '../domain/menus/finding.ts';
import type { StoreRecord } from '../state/records.ts';

const maxWarnings = 1000;

/** The changes that a submission makes in one store. */
export interface StoreChange {
  store: StoreRecord;
  difference: Difference;
}

/** Returns the report about a submission (contract: `MenuReport`). */
export const menuReport = (
  submission: MenuSubmission,
  changes: readonly StoreChange[],
  warnings: readonly Finding[],
  receivedAt: string,
  status: { status: string; menu_version?: string; expected_live_at?: string },
): JsonObject => ({
  ...status,
  ...(submission.reference !== undefined && { reference: submission.reference }),
  received_at: receivedAt,
  counts: Object.fromEntries(listNames.map((list) => [list, submission[list].length])),
  stores: changes.map(({ store, difference: { added, updated, removed } }) => ({
    store_id: store.id,
    changed: added + updated + removed > 0,
    added,
    updated,
    removed,
  })),
  warnings: warnings.slice(0, maxWarnings).map(toMenuFinding),
  ...(warnings.length > maxWarnings && { warnings_truncated: true }),
});

/** Returns the report about an availability update (contract: `MenuReport`). */
export const availabilityReport = (
  { items }: AvailabilityUpdate,
  stores: readonly { store: StoreRecord; updated: number }[],
  receivedAt: string,
): JsonObject => ({
  status: 'updated',
  received_at: receivedAt,
  counts: { menus: 0, categories: 0, items: items.length, modifier_groups: 0 },
  stores: stores.map(({ store, updated }) => ({
    store_id: store.id,
    changed: updated > 0,
    added: 0,
    updated,
    removed: 0,
  })),
  warnings: [],
});
