import type { Store } from '@delivery-api/lastmile-types';
import { isClosedBySpecialDay, isOpenAt, nextOpening } from '../../kernel/opening-hours.ts';

export interface StoreAvailability {
  isOpen: boolean;
  /** The reason why the store accepts no immediate bookings (`NotAcceptingReason`). */
  reason?: string;
  nextOpenAt?: number | undefined;
}

/** Returns whether a store is open, and the reason if it accepts no immediate bookings. */
export function storeAvailability(store: Store, now: number): StoreAvailability {
  const isOpen = isOpenAt(store, now);
  if (store.lifecycle !== 'active') return { isOpen, reason: store.lifecycle };
  if (!isOpen) {
    const reason = isClosedBySpecialDay(store, now) ? 'special_day' : 'outside_opening_hours';
    return { isOpen, reason, nextOpenAt: nextOpening(store, now) };
  }
  return store.capacity.level === 'full' ? { isOpen, reason: 'at_capacity' } : { isOpen };
}
