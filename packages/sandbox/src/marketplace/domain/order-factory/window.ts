import { isOpenAt } from '../../../kernel/opening-hours.ts';
import type { TimeWindow, Timing } from '../../state/order-model.ts';
import type { Store } from '../../state/store-model.ts';
import { handoverAfter } from '../orders/courier.ts';
import { changesOfHours, nextMidnight } from '../stores/hours-changes.ts';

const minute = 60_000;
/** An order for later is made well before its time. */
const leastAhead = 120 * minute;
/** How much later than expected an order may still be promised. */
const slack = 25 * minute;

/** The times of an order that is wanted as soon as possible (contract: `OrderTiming`). */
export function timingNow(now: number, preparationMinutes: number, isDelivered: boolean): Timing {
  const ready = now + preparationMinutes * minute;
  return {
    placed_at: instant(now - 2_000),
    schedule: 'asap',
    estimated_ready_at: instant(ready),
    latest_ready_at: instant(ready + slack),
    ...(isDelivered && { estimated_handover_at: instant(handoverAfter(ready)) }),
  };
}

/**
 * The times of an order that is wanted around the next midnight of the store that is far enough
 * away.
 */
export function timingAtMidnight(now: number, store: Store): Timing {
  const next = nextMidnight(store.timezone, now);
  const midnight = next - now < leastAhead ? nextMidnight(store.timezone, next) : next;
  return timingWithin(now, store, {
    starts_at: instant(midnight - 15 * minute),
    ends_at: instant(midnight + 15 * minute),
  });
}

/** The times of an order that is wanted in a window: handed over in the middle of it. */
export function timingWithin(now: number, store: Store, window: TimeWindow): Timing {
  const middle = (Date.parse(window.starts_at) + Date.parse(window.ends_at)) / 2;
  const ready = middle - (handoverAfter(0) + 6 * minute);
  return {
    placed_at: instant(now - 2_000),
    schedule: 'scheduled',
    requested_window: window,
    prepare_at: instant(ready - store.preparation.default_minutes * minute),
    estimated_ready_at: instant(ready),
    latest_ready_at: instant(ready + slack),
    estimated_handover_at: instant(middle),
  };
}

/** Whether the hours keep a store open at its next midnight. */
export function isOpenAtMidnight(store: Store, now: number): boolean {
  const { requested_window: window } = timingAtMidnight(now, store);
  const [start, end] = [Date.parse(window?.starts_at ?? ''), Date.parse(window?.ends_at ?? '')];
  const change = changesOfHours(store, start).next().value ?? Number.POSITIVE_INFINITY;
  return isOpenAt(store, start) && change >= end;
}

const instant = (at: number): string => new Date(at).toISOString();
