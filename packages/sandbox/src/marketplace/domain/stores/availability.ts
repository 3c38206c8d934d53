import type {
  FulfillmentOption,
  FulfillmentScope,
  RequestedStatus,
  StoreBlocker,
  StoreStatus,
} from '@delivery-api/marketplace-types';
import { isOpenAt } from '../../../kernel/opening-hours.ts';
import type { StoreRecord } from '../../state/records.ts';
import type { Rules } from '../rules/rules.ts';
import { blockersAt } from './blockers.ts';
import { changesOfHours, nextMidnight } from './hours-changes.ts';
import { requestedAt } from './requested-status.ts';

/** The status of a store at a given time, with its blockers and fulfillment options. */
export interface Availability {
  status: StoreStatus;
  requested: RequestedStatus;
  blockers: StoreBlocker[];
  options: FulfillmentOption[];
  isAccepting: boolean;
  isWithinHours: boolean;
  /** When the status changes next without a request; `undefined` if no change is known. */
  nextChangeAt: number | undefined;
}

/** Blockers that only pause a store. Any other blocker that affects the whole store closes it. */
const temporaryBlockers: readonly string[] = [
  'paused_by_merchant',
  'paused_by_marketplace',
  'too_many_rejections',
  'pos_unreachable',
  'no_couriers',
];
/** Maximum number of openings and closings that are examined to find the next status change. */
const maxHoursChanges = 40;

interface CachedAvailability {
  store: StoreRecord;
  from: number;
  until: number;
  availability: Availability;
}

// Calculating the availability is slow, and each read of a store needs it. An entry is valid only
// for the records that it depends on, so the cache is not part of the sandbox state.
const cache = new WeakMap<StoreRecord['base'], CachedAvailability>();

/**
 * Returns the availability of a store, which depends on its hours, requested status and blockers.
 */
export function availabilityOf(store: StoreRecord, rules: Rules, now: number): Availability {
  const cached = cache.get(store.base);
  if (cached !== undefined && cached.from <= now && now < cached.until) {
    const { requested, imposed, menu } = cached.store;
    if (requested === store.requested && imposed === store.imposed && menu === store.menu)
      return cached.availability;
  }
  const blockers = blockersAt(store, rules, now);
  const requested = requestedAt(store.requested, now);
  const status = statusFrom(store, blockers, requested);
  const options = store.base.fulfillment_options.map((option) => ({
    ...option,
    accepting_orders: option.enabled && !isBlocked(option, blockers),
  }));
  const changes = changesAfter(store, now);
  const availability: Availability = {
    status,
    requested,
    blockers,
    options,
    isAccepting: options.some(({ accepting_orders }) => accepting_orders),
    isWithinHours: isOpenAt(store.base, now),
    nextChangeAt: canChange(blockers, store)
      ? changes.find((at) => statusAt(store, rules, at) !== status)
      : undefined,
  };
  const midnight = nextMidnight(store.base.timezone, now);
  const until = Math.min(changes[0] ?? Number.POSITIVE_INFINITY, midnight);
  cache.set(store.base, { store, from: now, until, availability });
  return availability;
}

/** Returns whether a blocker affects every fulfillment option that the store offers. */
export const coversAll = (blocker: StoreBlocker, { base }: StoreRecord): boolean =>
  base.fulfillment_options.every((option) => !option.enabled || covers(blocker, option));

function statusFrom(
  store: StoreRecord,
  blockers: readonly StoreBlocker[],
  requested: RequestedStatus,
): StoreStatus {
  const covering = blockers.filter((blocker) => coversAll(blocker, store));
  if (covering.length === 0) return requested.status === 'busy' ? 'busy' : 'open';
  return covering.every(({ code }) => temporaryBlockers.includes(code)) ? 'paused' : 'closed';
}

const statusAt = (store: StoreRecord, rules: Rules, at: number): StoreStatus =>
  statusFrom(store, blockersAt(store, rules, at), requestedAt(store.requested, at));

const isBlocked = (option: FulfillmentOption, blockers: readonly StoreBlocker[]): boolean =>
  blockers.some((blocker) => covers(blocker, option));

const covers = ({ fulfillment }: StoreBlocker, option: FulfillmentOption): boolean =>
  fulfillment === undefined || fulfillment.some((scope) => includesOption(scope, option));

/** Returns whether a scope includes an option (contract: `FulfillmentScope`). */
export const includesOption = (
  { type, delivered_by: party }: FulfillmentScope,
  option: FulfillmentOption,
): boolean => option.type === type && (party === undefined || option.delivered_by === party);

/**
 * Returns whether the status can change without a request. It cannot change while a blocker without
 * an end time closes the store.
 */
const canChange = (blockers: readonly StoreBlocker[], store: StoreRecord): boolean =>
  !blockers.some(
    (blocker) =>
      blocker.until === undefined &&
      !temporaryBlockers.includes(blocker.code) &&
      coversAll(blocker, store),
  );

/** Returns the times at which the status can change without a request, earliest first. */
function changesAfter({ base, requested, imposed }: StoreRecord, now: number): number[] {
  const ends = [requested.until, ...imposed.map(({ until }) => until)]
    .map((until) => Date.parse(until ?? ''))
    .filter((end) => end > now);
  const hours: number[] = [];
  for (const change of changesOfHours(base, now)) {
    hours.push(change);
    if (hours.length >= maxHoursChanges) break;
  }
  return [...ends, ...hours].sort((a, b) => a - b);
}
