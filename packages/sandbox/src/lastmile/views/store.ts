import type { Store } from '@delivery-api/lastmile-types';
import { upcoming } from '../../kernel/opening-hours.ts';
import { storeAvailability } from '../domain/store-availability.ts';
import { instant } from '../domain/time.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';

/** Returns a store in contract format at the current simulated time. */
export function storeView({ clock }: LastmileContext, store: Store): Store {
  const now = clock.now();
  const { isOpen, reason, nextOpenAt } = storeAvailability(store, now);
  const { not_accepting_reason: _, next_open_at: __, ...rest } = store;
  return {
    ...rest,
    test: true,
    is_open: isOpen,
    accepting_bookings: reason === undefined,
    ...(reason !== undefined && { not_accepting_reason: reason }),
    ...(nextOpenAt !== undefined && { next_open_at: instant(nextOpenAt) }),
    special_days: upcoming(store.timezone, store.special_days, now),
  };
}
