import type { Requested } from '../../state/store-model.ts';
import type { StoreState } from '../../state/store-state.ts';

/** What counts as requested at a moment: what was asked for, or open once its end has passed. */
export function requestedAt({ requested }: StoreState, at: number): Requested {
  if (requested.until === undefined || Date.parse(requested.until) > at) return requested;
  return { status: 'open', set_by: 'schedule', set_at: requested.until };
}

/**
 * Puts a request in force, and plans the moment at which the clock ends it (contract:
 * `StatusSetter` `schedule`).
 */
export function request(store: StoreState, requested: Requested): void {
  store.requested = requested;
  planEnd(store);
  store.changed();
}

/** Plans the end of what is requested, where it has one. */
export function planEnd(store: StoreState): void {
  const { until } = store.requested;
  store.timers.clear('request_ends');
  if (until === undefined) return;
  const end = Date.parse(until);
  store.timers.set('request_ends', end, () => request(store, requestedAt(store, end)));
}
