import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@delivery-api/specs/contract';
import type { Command } from '../../kernel/command.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { nextOpening } from '../../kernel/opening-hours.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { closingAfter, dayAndTime } from '../domain/stores/hours-changes.ts';
import { request } from '../domain/stores/requested-status.ts';
import { refuseMisfits } from '../domain/stores/status-request.ts';
import { coversAll, type Standing, standingOf } from '../domain/stores/store-availability.ts';
import type { MarketplaceState } from '../state/marketplace-state.ts';
import type { Blocker, Requested, StoreStatusRequest } from '../state/store-model.ts';
import type { StoreState } from '../state/store-state.ts';
import { findStore } from '../views/store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const usualExtra = 15;

/**
 * Answers setStoreStatus: puts a request in force, and says what comes out.
 *
 * @throws {ProblemError} `validation_failed`, `store_not_found`, `revision_conflict`,
 * `store_not_reopenable`, `outside_opening_hours`
 */
export function setStoreStatus(market: MarketplaceState, call: Command): SandboxResponse {
  const wish = call.body as StoreStatusRequest;
  const now = market.parts.clock.now();
  refuseMisfits(wish, now);
  const store = findStore(market, call);
  const standing = standingOf(store, market.rules, now);
  refuseStale(store, standing, wish);
  const opens = wish.status === 'open' || wish.status === 'busy';
  if (opens) refuseOpening(store, standing, now);
  const lifted = store.imposed.filter(
    ({ code }) => opens && market.rules.blockers.get(code)?.reopens,
  );
  const requested = requestFrom(wish, store, market, now);
  if (lifted.length === 0 && isRepeat(wish, requested, standing, store))
    return answer(market, store, false);
  store.imposed = store.imposed.filter((blocker) => !lifted.includes(blocker));
  request(store, requested);
  return answer(market, store, true);
}

function refuseStale(
  { revision }: StoreState,
  { status }: Standing,
  { expected_revision: expected }: StoreStatusRequest,
): void {
  if (expected === undefined || expected === revision) return;
  throw new ProblemError(
    'revision_conflict',
    `You expected revision ${expected}, but the store is at revision ${revision}.`,
    { members: { current_revision: revision, current_status: status } },
  );
}

/**
 * What only the marketplace can lift comes first: waiting for the hours would not help against it.
 */
function refuseOpening(
  store: StoreState,
  { blockers, isWithinHours }: Standing,
  now: number,
): void {
  const barring = blockers.filter(
    (blocker) => blocker.resolvable_by === 'marketplace' && coversAll(blocker, store),
  );
  if (barring.length > 0) {
    throw new ProblemError('store_not_reopenable', barring[0]?.message ?? '', {
      members: { blockers: barring.map(shortly) },
    });
  }
  if (isWithinHours) return;
  const next = nextOpening(store.base, now);
  const { timezone } = store.base;
  throw new ProblemError(
    'outside_opening_hours',
    next === undefined
      ? 'The store has no opening hours ahead.'
      : `The store opens on ${dayAndTime(timezone, next)} (${timezone}).`,
    { members: next === undefined ? {} : { next_open_at: new Date(next).toISOString() } },
  );
}

/** A blocker as problems have it (contract: `ProblemBlocker`). */
const shortly = ({ code, message, resolvable_by, until }: Blocker): JsonObject => ({
  code,
  message,
  resolvable_by,
  ...(until !== undefined && { until }),
});

function requestFrom(
  wish: StoreStatusRequest,
  store: StoreState,
  { parts: { clock } }: MarketplaceState,
  now: number,
): Requested {
  const { status, reason_code, note, fulfillment_types } = wish;
  const until = endOf(wish, store, now);
  return {
    status,
    ...(until !== undefined && { until: clock.instant(until) }),
    ...(reason_code !== undefined && { reason_code }),
    ...(note !== undefined && { note }),
    ...(status === 'busy' && {
      extra_preparation_minutes: wish.extra_preparation_minutes ?? usualExtra,
    }),
    ...(fulfillment_types !== undefined && { fulfillment_types }),
    set_by: 'merchant',
    set_at: clock.instant(),
  };
}

/**
 * When a request ends: as it says, or with the hours: a pause when they begin next, a busy time
 * when they end, and at most a day.
 */
function endOf(
  { status, until, duration_minutes: minutes }: StoreStatusRequest,
  { base }: StoreState,
  now: number,
): number | undefined {
  if (until !== undefined) return Date.parse(until);
  if (minutes !== undefined) return now + minutes * minute;
  if (status === 'paused')
    return Math.min(nextOpening(base, now) ?? Number.POSITIVE_INFINITY, now + day);
  return status === 'busy'
    ? Math.min(closingAfter(base, now) ?? Number.POSITIVE_INFINITY, now + day)
    : undefined;
}

/**
 * Whether a request says what is in force already. An end that the sandbox has worked out itself is
 * that of the first time.
 */
function isRepeat(
  wish: StoreStatusRequest,
  requested: Requested,
  { requested: before }: Standing,
  store: StoreState,
): boolean {
  if (isSame(requested, before)) return true;
  const until =
    wish.duration_minutes === undefined ? endOf(wish, store, Date.parse(before.set_at)) : undefined;
  return (
    until !== undefined && isSame({ ...requested, until: new Date(until).toISOString() }, before)
  );
}

function isSame(
  { set_at: _, set_by: __, ...one }: Requested,
  { set_at: ___, set_by: ____, ...other }: Requested,
): boolean {
  return isDeepStrictEqual(one, other);
}

function answer(market: MarketplaceState, store: StoreState, changed: boolean): SandboxResponse {
  const { clock } = market.parts;
  const { status, isAccepting, requested, blockers, nextChangeAt } = standingOf(
    store,
    market.rules,
    clock.now(),
  );
  const body: JsonObject = {
    store_id: store.base.id,
    changed,
    status,
    accepting_orders: isAccepting,
    requested,
    blockers,
    ...(nextChangeAt !== undefined && { next_change_at: clock.instant(nextChangeAt) }),
    revision: store.revision,
    applied_at: requested.set_at,
  };
  return { status: 200, body };
}
