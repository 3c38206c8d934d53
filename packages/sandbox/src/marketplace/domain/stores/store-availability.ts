import { isOpenAt } from '../../../kernel/opening-hours.ts';
import type {
  Blocker,
  FulfillmentOption,
  Requested,
  StoreStatus,
} from '../../state/store-model.ts';
import type { StoreState } from '../../state/store-state.ts';
import type { Rules } from '../rules.ts';
import { blockersAt } from './blockers.ts';
import { changesOfHours, nextMidnight } from './hours-changes.ts';
import { requestedAt } from './requested-status.ts';

/** Whether a store takes orders at a moment, and why not. */
export interface Standing {
  status: StoreStatus;
  requested: Requested;
  blockers: Blocker[];
  options: FulfillmentOption[];
  isAccepting: boolean;
  isWithinHours: boolean;
  /** When the status changes by itself. */
  nextChangeAt: number | undefined;
  /** Until when all of this holds. */
  validUntil: number;
}

/**
 * The blockers that pass; any other one that covers the whole store closes it (contract:
 * `StoreStatus`).
 */
const passing: readonly string[] = [
  'paused_by_merchant',
  'paused_by_marketplace',
  'too_many_rejections',
  'pos_unreachable',
  'no_couriers',
];
/** Beyond so many changes of the hours, nothing is said about the future. */
const furthest = 40;

/**
 * The effective state of a store now, worked out from its hours, from what was requested, and from
 * what stands in the way.
 */
export function standingOf(store: StoreState, rules: Rules, now: number): Standing {
  if (store.standing !== undefined && now < store.standing.validUntil) return store.standing;
  const blockers = blockersAt(store, rules, now);
  const requested = requestedAt(store, now);
  const status = statusFrom(store, blockers, requested);
  const options = store.base.fulfillment_options.map((option) => ({
    ...option,
    accepting_orders: option.enabled && !isBlocked(option, blockers),
  }));
  const changes = changesAfter(store, now);
  store.standing = {
    status,
    requested,
    blockers,
    options,
    isAccepting: options.some(({ accepting_orders }) => accepting_orders),
    isWithinHours: isOpenAt(store.base, now),
    nextChangeAt: canChange(blockers, store)
      ? changes.find((at) => statusAt(store, rules, at) !== status)
      : undefined,
    validUntil: Math.min(
      changes[0] ?? Number.POSITIVE_INFINITY,
      nextMidnight(store.base.timezone, now),
    ),
  };
  return store.standing;
}

/** Whether a blocker concerns every way of getting an order that the store offers. */
export function coversAll({ fulfillment_types: types }: Blocker, store: StoreState): boolean {
  return (
    types === undefined ||
    store.base.fulfillment_options.every(({ type, enabled }) => !enabled || types.includes(type))
  );
}

function statusFrom(
  store: StoreState,
  blockers: readonly Blocker[],
  requested: Requested,
): StoreStatus {
  const covering = blockers.filter((blocker) => coversAll(blocker, store));
  if (covering.length === 0) return requested.status === 'busy' ? 'busy' : 'open';
  return covering.every(({ code }) => passing.includes(code)) ? 'paused' : 'closed';
}

const statusAt = (store: StoreState, rules: Rules, at: number): StoreStatus =>
  statusFrom(store, blockersAt(store, rules, at), requestedAt(store, at));

const isBlocked = ({ type }: FulfillmentOption, blockers: readonly Blocker[]): boolean =>
  blockers.some(({ fulfillment_types: types }) => types === undefined || types.includes(type));

/**
 * Whether time alone can change the status: not while something without an end keeps the store
 * closed.
 */
const canChange = (blockers: readonly Blocker[], store: StoreState): boolean =>
  !blockers.some(
    (blocker) =>
      blocker.until === undefined && !passing.includes(blocker.code) && coversAll(blocker, store),
  );

/** The moments at which something about the store changes by itself, the next one first. */
function changesAfter(store: StoreState, now: number): number[] {
  const ends = [store.requested.until, ...store.imposed.map(({ until }) => until)]
    .map((until) => Date.parse(until ?? ''))
    .filter((end) => end > now);
  const hours: number[] = [];
  for (const change of changesOfHours(store.base, now)) {
    hours.push(change);
    if (hours.length >= furthest) break;
  }
  return [...ends, ...hours].sort((a, b) => a - b);
}
