import type { Contract, Json, JsonObject } from '@delivery-api/specs/contract';
import {
  type Hours,
  isClosedForTheDate,
  isOpenAt,
  nextOpening,
  upcoming,
} from '../../../kernel/opening-hours.ts';
import type { Address, Contact, GeoPoint } from '../../state/model.ts';
import { plain } from './find-place.ts';

/** A store of the contract, as far as the rules look at it. */
export type Store = Hours & {
  id: string;
  external_id?: string;
  name: string;
  lifecycle: 'active' | 'paused' | 'inactive';
  address: Address;
  contact: Contact;
  currency: string;
  preparation_minutes: number;
  pickup_instructions?: string;
  max_distance_meters?: number;
  capabilities: {
    vehicle_types: string[];
    service_levels: string[];
    verification_methods: string[];
    restricted_goods: string[];
    max_packages: number;
    max_package_weight_grams?: number;
    cash_on_delivery: boolean;
    returns: boolean;
    scheduling?: { min_lead_minutes: number; max_days_ahead: number };
  };
  capacity: { level: string; extra_wait_minutes: number };
  updated_at: string;
};

/** The stores that the sandbox knows, for every partner the same. */
export class StoreBook {
  readonly #byId = new Map<string, Store>();
  readonly #byExternalId = new Map<string, Store>();
  readonly #towns = new Map<string, GeoPoint>();

  constructor(stores: readonly Store[]) {
    for (const store of stores) {
      this.#byId.set(store.id, store);
      if (store.external_id !== undefined) this.#byExternalId.set(store.external_id, store);
      const { city, country, location } = store.address;
      const town = townKey(city, country);
      if (location !== undefined && !this.#towns.has(town)) this.#towns.set(town, location);
    }
  }

  get all(): Store[] {
    return [...this.#byId.values()];
  }

  byId(id: string): Store | undefined {
    return this.#byId.get(id);
  }

  /** By `sto_…`, or by `ext:` and the partner's own id (contract: parameter `StoreLookup`). */
  find(lookup: string): Store | undefined {
    return lookup.startsWith('ext:')
      ? this.#byExternalId.get(lookup.slice(4))
      : this.#byId.get(lookup);
  }

  /** Where a town lies that has a store. */
  readonly town = (city: string, country: string): GeoPoint | undefined =>
    this.#towns.get(townKey(city, country));
}

const townKey = (city: string, country: string): string => `${country} ${plain(city)}`;

/** The stores of the contract's examples. */
export function exampleStores(contract: Contract): Store[] {
  const operation = contract.operations.find(({ id }) => id === 'getStoreInfo');
  return (operation?.success.content?.examples ?? []).map(({ value }) => value as unknown as Store);
}

/**
 * Whether a store takes bookings for as soon as possible, and if not, why and until when (contract:
 * `Store`).
 */
export function standing(
  store: Store,
  now: number,
): { isOpen: boolean; reason: string | undefined; nextOpenAt: number | undefined } {
  const isOpen = isOpenAt(store, now);
  if (store.lifecycle !== 'active')
    return { isOpen, reason: store.lifecycle, nextOpenAt: undefined };
  if (!isOpen) {
    return {
      isOpen,
      reason: isClosedForTheDate(store, now) ? 'special_day' : 'outside_opening_hours',
      nextOpenAt: nextOpening(store, now),
    };
  }
  return {
    isOpen,
    reason: store.capacity.level === 'full' ? 'at_capacity' : undefined,
    nextOpenAt: undefined,
  };
}

/**
 * A store as the contract shows it at a moment: what follows from the clock is worked out afresh.
 *
 * @param began when this world began; nothing in it has changed later
 */
export function storeView(store: Store, now: number, began: number): JsonObject {
  const { isOpen, reason, nextOpenAt } = standing(store, now);
  const { not_accepting_reason: _, next_open_at: __, ...rest } = store as unknown as JsonObject;
  return {
    ...rest,
    test: true,
    is_open: isOpen,
    accepting_bookings: reason === undefined,
    ...(reason !== undefined && { not_accepting_reason: reason }),
    ...(nextOpenAt !== undefined && { next_open_at: new Date(nextOpenAt).toISOString() }),
    special_days: upcoming(store.timezone, store.special_days, now) as Json,
    updated_at: new Date(Math.min(Date.parse(store.updated_at), began)).toISOString(),
  };
}
