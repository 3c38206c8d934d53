import type { GeoPoint, Store } from '@delivery-api/lastmile-types';
import { type Collection, type Index, KeyIndex } from '../../kernel/collection.ts';
import type { InterfaceContext } from '../../kernel/interface-behavior.ts';
import type { StoredValue } from '../../kernel/store.ts';
import type { BookingRecord, EstimateRecord, EvictedBooking } from './records.ts';

/**
 * Maximum number of evicted IDs per partner, as a multiple of `maxEntries`, or of 100 if
 * `maxEntries` is lower. An ID uses little memory.
 */
const evictedIdsFactor = 10;
const maxFirstAttemptFailures = 1_000;
/**
 * Maximum number, per partner, of bookings that are not closed, and of bookable estimates, as a
 * multiple of `maxEntries`, or of 100 if `maxEntries` is lower.
 */
const unfinishedFactor = 10;

/** The collections and indexes of the Lastmile interface. */
export interface LastmileState {
  /** Simulated time at which data was last loaded; `null` before. */
  readonly loadedAt: StoredValue<number | null>;
  readonly bookings: Collection<BookingRecord>;
  readonly latestAttempts: LatestAttempts;
  readonly unfinished: UnfinishedBookings;
  /** Maximum number, per partner, of bookings that are not closed, and of bookable estimates. */
  readonly maxUnfinished: number;
  readonly evictedBookings: Collection<EvictedBooking>;
  readonly estimates: Collection<EstimateRecord>;
  readonly stores: Collection<Store>;
  /** Requests whose first attempt failed and that were not retried yet. */
  readonly firstAttemptFailures: Collection<{ readonly id: string }>;
  /** Finds a store by its ID, or by `ext:` and its external ID (parameter `StoreLookup`). */
  findStore(lookup: string): Store | undefined;
  /** Returns the location of the first store with a location in a town; `undefined` without one. */
  findTown(city: string, country: string): GeoPoint | undefined;
}

/**
 * Declares the collections. They keep up to `maxEntries` closed bookings and `maxEntries` estimates
 * per partner. Bookings that are not closed, and estimates that can still be booked, are not
 * evicted and can exceed these limits.
 */
export function createLastmileState({ store, clock, maxEntries }: InterfaceContext): LastmileState {
  const latestAttempts = new LatestAttempts();
  const unfinished = new UnfinishedBookings();
  const byExternalId = new KeyIndex<Store>(({ external_id }) => external_id);
  const byTown = new KeyIndex<Store>(({ address: { city, country, location } }) =>
    location === undefined ? undefined : townKey(city, country),
  );
  const evictedBookings = store.collection<EvictedBooking>('lastmile.evicted-bookings', {
    bound: {
      limit: evictedIdsFactor * Math.max(maxEntries, 100),
      group: ({ partner }) => partner,
    },
  });
  const stores = store.collection<Store>('lastmile.stores', { indexes: [byExternalId, byTown] });
  return {
    loadedAt: store.value<number | null>('lastmile.began', null),
    bookings: store.collection<BookingRecord>('lastmile.bookings', {
      indexes: [latestAttempts, unfinished],
      bound: {
        limit: maxEntries,
        group: ({ partner, closedAt }) => (closedAt === undefined ? undefined : partner),
        onEvict: ({ id, partner }) => evictedBookings.put({ id, partner }),
      },
    }),
    latestAttempts,
    unfinished,
    maxUnfinished: unfinishedFactor * Math.max(maxEntries, 100),
    evictedBookings,
    estimates: store.collection<EstimateRecord>('lastmile.estimates', {
      bound: {
        limit: maxEntries,
        group: ({ partner }) => partner,
        mayEvict: (estimate) => !isBookable(estimate, clock.now()),
      },
    }),
    stores,
    firstAttemptFailures: store.collection('lastmile.first-attempt-failures', {
      bound: { limit: maxFirstAttemptFailures, group: () => 'all' },
    }),
    findStore: (lookup) =>
      stores.get(
        lookup.startsWith('ext:') ? (byExternalId.ids(lookup.slice(4)).at(-1) ?? '') : lookup,
      ),
    findTown: (city, country) =>
      stores.get(byTown.ids(townKey(city, country))[0] ?? '')?.address.location,
  };
}

/** Counts the bookings of each partner that are not closed. */
export class UnfinishedBookings implements Index<BookingRecord> {
  readonly #counts = new Map<string, number>();

  count(partner: string): number {
    return this.#counts.get(partner) ?? 0;
  }

  update(before: BookingRecord | undefined, after: BookingRecord | undefined): void {
    const { partner } = (after ?? before) as BookingRecord;
    const change = Number(isUnfinished(after)) - Number(isUnfinished(before));
    if (change !== 0) this.#counts.set(partner, this.count(partner) + change);
  }
}

const isUnfinished = (booking: BookingRecord | undefined): boolean =>
  booking !== undefined && booking.closedAt === undefined;

/** An index of the latest booking for each partner and external reference. */
export class LatestAttempts implements Index<BookingRecord> {
  readonly #latest = new Map<string, Pick<BookingRecord, 'id' | 'attempt'>>();

  /** Returns the ID of the latest booking with a reference. */
  id(partner: string, reference: string): string | undefined {
    return this.#latest.get(`${partner} ${reference}`)?.id;
  }

  update(before: BookingRecord | undefined, after: BookingRecord | undefined): void {
    const booking = after ?? before;
    if (booking === undefined || (before !== undefined && after !== undefined)) return;
    const { id, attempt, partner, ordered } = booking;
    const key = `${partner} ${ordered.external_reference}`;
    const latest = this.#latest.get(key);
    if (after !== undefined && attempt > (latest?.attempt ?? 0))
      this.#latest.set(key, { id, attempt });
    if (after === undefined && latest?.id === id) this.#latest.delete(key);
  }
}

/** Normalizes the name of a town or street for comparison. */
export const normalizeName = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

const townKey = (city: string, country: string): string => `${country} ${normalizeName(city)}`;

const isBookable = ({ response, bookedAs }: EstimateRecord, now: number): boolean =>
  response.outcome === 'serviceable' &&
  bookedAs === undefined &&
  now < Date.parse(response.expires_at);
