import type { OrderTiming, Store, TimeWindow } from '@delivery-api/marketplace-types';
import { isOpenAt } from '../../../kernel/opening-hours.ts';
import { handoverAfter } from '../orders/ready-time.ts';
import { changesOfHours, nextMidnight } from '../stores/hours-changes.ts';

const minute = 60_000;
/** Minimum time between the creation of an order and the midnight for which it is scheduled. */
const minLead = 120 * minute;
/** Difference between the latest and the estimated ready time. */
const maxDelay = 25 * minute;

/** Returns the times of an order with the `asap` schedule (contract: `OrderTiming`). */
export function timingNow(
  now: number,
  preparationMinutes: number,
  isDelivered: boolean,
): OrderTiming {
  const ready = now + preparationMinutes * minute;
  return {
    placed_at: instant(now - 2_000),
    schedule: 'asap',
    estimated_ready_at: instant(ready),
    latest_ready_at: instant(ready + maxDelay),
    ...(isDelivered && { estimated_handover_at: instant(handoverAfter(ready)) }),
  };
}

/** Returns the times of an order for the store's next midnight that is at least `minLead` away. */
export function timingAtMidnight(now: number, store: Store): OrderTiming {
  const next = nextMidnight(store.timezone, now);
  const midnight = next - now < minLead ? nextMidnight(store.timezone, next) : next;
  return timingWithin(now, store, {
    starts_at: instant(midnight - 15 * minute),
    ends_at: instant(midnight + 15 * minute),
  });
}

/** Returns the times of an order for a window, with the handover in the middle. */
export function timingWithin(now: number, store: Store, window: TimeWindow): OrderTiming {
  const middle = (Date.parse(window.starts_at) + Date.parse(window.ends_at)) / 2;
  const ready = middle - (handoverAfter(0) + 6 * minute);
  return {
    placed_at: instant(now - 2_000),
    schedule: 'scheduled',
    requested_window: window,
    prepare_at: instant(ready - store.preparation.default_minutes * minute),
    estimated_ready_at: instant(ready),
    latest_ready_at: instant(ready + maxDelay),
    estimated_handover_at: instant(middle),
  };
}

/** Returns whether a store is open during the whole window of `timingAtMidnight`. */
export function isOpenAtMidnight(store: Store, now: number): boolean {
  const { requested_window: window } = timingAtMidnight(now, store);
  const [start, end] = [Date.parse(window?.starts_at ?? ''), Date.parse(window?.ends_at ?? '')];
  const change = changesOfHours(store, start).next().value ?? Number.POSITIVE_INFINITY;
  return isOpenAt(store, start) && change >= end;
}

const instant = (at: number): string => new Date(at).toISOString();
