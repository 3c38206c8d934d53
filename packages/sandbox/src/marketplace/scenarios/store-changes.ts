import type { RequestedStatus, StoreBlocker } from '@delivery-api/marketplace-types';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { requestedAt } from '../domain/stores/requested-status.ts';
import type { StoreRecord } from '../state/records.ts';
import { createTask, taskId } from './tasks.ts';

/** Changes members of a store. Does not increment its revision. */
export function updateStore(
  { state, onChange }: MarketplaceContext,
  store: StoreRecord,
  change: Partial<StoreRecord>,
): StoreRecord {
  const next = state.stores.update(store, change);
  onChange('store', store.id);
  return next;
}

/** Changes a store and increments its revision. */
export const reviseStore = (
  context: MarketplaceContext,
  store: StoreRecord,
  change: Partial<StoreRecord>,
): StoreRecord =>
  updateStore(context, store, {
    ...change,
    revision: store.revision + 1,
    updatedAt: context.clock.instant(),
  });

export const hasBlocker = ({ imposed }: StoreRecord, code: string): boolean =>
  imposed.some((blocker) => blocker.code === code);

/** Adds a blocker, or replaces the blocker with the same code. */
export function imposeBlocker(
  context: MarketplaceContext,
  store: StoreRecord,
  blocker: StoreBlocker,
): void {
  const others = store.imposed.filter(({ code }) => code !== blocker.code);
  reviseStore(context, store, { imposed: [...others, blocker] });
}

/** Sets the requested status and schedules its end. */
export function setRequestedStatus(
  context: MarketplaceContext,
  store: StoreRecord,
  requested: RequestedStatus,
  imposed = store.imposed,
): StoreRecord {
  scheduleRequestEnd(context, store.id, requested);
  return reviseStore(context, store, { requested, imposed });
}

/**
 * Schedules the end of the requested status; cancels an earlier schedule if the status has no end
 * (contract: `StatusSetter`).
 */
export function scheduleRequestEnd(
  { scheduler }: MarketplaceContext,
  storeId: string,
  { until }: RequestedStatus,
): void {
  if (until === undefined) scheduler.cancel(taskId('marketplace.request_end', storeId));
  else scheduler.schedule(createTask('marketplace.request_end', storeId, Date.parse(until)));
}

/** Ends the requested status, which becomes `open`. */
export function endRequestedStatus(context: MarketplaceContext, store: StoreRecord): void {
  const { requested } = store;
  const end = Date.parse(requested.until ?? '');
  setRequestedStatus(context, store, requestedAt(requested, end));
}
