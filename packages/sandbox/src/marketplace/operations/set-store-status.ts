import { isDeepStrictEqual } from 'node:util';
import type { RequestedStatus, StoreBlocker } from '@delivery-api/marketplace-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import type { Command } from '../../kernel/command.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { nextOpening } from '../../kernel/opening-hours.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { rejectItems } from '../domain/rules/reject-items.ts';
import { rejectStaleRevision } from '../domain/rules/reject-stale-revision.ts';
import {
  type Availability,
  availabilityOf,
  coversAll,
  includesOption,
} from '../domain/stores/availability.ts';
import { checkStoreStatusRequest } from '../domain/stores/check-status-request.ts';
import { closingAfter, dayAndTime } from '../domain/stores/hours-changes.ts';
import { setRequestedStatus } from '../scenarios/store-changes.ts';
import type { StoreRecord, StoreStatusRequest } from '../state/records.ts';
import { storeStatusResult } from '../views/store.ts';
import { findStore } from './find.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const defaultExtraMinutes = 15;

/**
 * Handles `setStoreStatus`.
 *
 * @throws {ProblemError} `validation_failed`, `store_not_found`, `revision_conflict`,
 * `store_not_reopenable`, `outside_opening_hours`
 */
export function setStoreStatus(context: MarketplaceContext, command: Command): SandboxResponse {
  const { rules, clock } = context;
  const request = command.body as StoreStatusRequest;
  const now = clock.now();
  checkStoreStatusRequest(request, now);
  const store = findStore(context, command);
  const availability = availabilityOf(store, rules, now);
  rejectStaleRevision('store', store.revision, availability.status, request.expected_revision);
  const opens = request.status === 'open' || request.status === 'busy';
  if (opens) rejectOpening(store, availability, now);
  rejectUnknownOptions(request, store);
  const imposed = store.imposed.filter(({ code }) => !opens || !rules.blockers.get(code)?.reopens);
  const requested = requestedStatus(request, store, now);
  const isUnchanged =
    imposed.length === store.imposed.length &&
    isRepeat(request, requested, availability.requested, store);
  const next = isUnchanged ? store : setRequestedStatus(context, store, requested, imposed);
  return { status: 200, body: storeStatusResult(context, next, !isUnchanged) };
}

/**
 * Rejects a request with a scope that includes no fulfillment option of the store.
 *
 * @throws {ProblemError} `validation_failed`
 */
function rejectUnknownOptions(
  { fulfillment = [] }: StoreStatusRequest,
  { base }: StoreRecord,
): void {
  const errors = fulfillment.flatMap((scope, index) => {
    if (base.fulfillment_options.some((option) => includesOption(scope, option))) return [];
    const message = 'must be one of the fulfillment_options of the store';
    return [{ pointer: `/fulfillment/${index}`, code: 'not_offered', message }];
  });
  rejectItems(errors);
}

/**
 * Checks that a store can be opened. Checks the marketplace's blockers before the hours, because
 * these blockers remain when the opening hours begin.
 *
 * @throws {ProblemError} `store_not_reopenable`, `outside_opening_hours`
 */
function rejectOpening(
  store: StoreRecord,
  { blockers, isWithinHours }: Availability,
  now: number,
): void {
  const [first, ...others] = blockers.filter(
    (blocker) => blocker.resolvable_by === 'marketplace' && coversAll(blocker, store),
  );
  if (first !== undefined) {
    const members = { blockers: [first, ...others].map(problemBlocker) };
    throw new ProblemError('store_not_reopenable', first.message, { members });
  }
  if (isWithinHours) return;
  const next = nextOpening(store.base, now);
  const { timezone } = store.base;
  throw new ProblemError(
    'outside_opening_hours',
    next === undefined
      ? 'The store has no later opening hours.'
      : `The store opens on ${dayAndTime(timezone, next)} (${timezone}).`,
    { members: next === undefined ? {} : { next_open_at: new Date(next).toISOString() } },
  );
}

/** Returns a blocker for a problem (contract: `ProblemBlocker`). */
const problemBlocker = ({ code, message, resolvable_by, until }: StoreBlocker): JsonObject => ({
  code,
  message,
  resolvable_by,
  ...(until !== undefined && { until }),
});

function requestedStatus(
  request: StoreStatusRequest,
  store: StoreRecord,
  now: number,
): RequestedStatus {
  const { status, reason_code, note, fulfillment } = request;
  const { extra_preparation_minutes = defaultExtraMinutes } = request;
  const until = endOf(request, store, now);
  return {
    status,
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(reason_code !== undefined && { reason_code }),
    ...(note !== undefined && { note }),
    ...(status === 'busy' && { extra_preparation_minutes }),
    ...(fulfillment !== undefined && { fulfillment }),
    set_by: 'merchant',
    set_at: new Date(now).toISOString(),
  };
}

/**
 * Returns when the requested status ends, in milliseconds since 1970. Default: the next opening for
 * `paused` and the next closing for `busy`, at most a day after `now`; otherwise `undefined`.
 */
function endOf(
  { status, until, duration_minutes: minutes }: StoreStatusRequest,
  { base }: StoreRecord,
  now: number,
): number | undefined {
  if (until !== undefined) return Date.parse(until);
  if (minutes !== undefined) return now + minutes * minute;
  if (status !== 'paused' && status !== 'busy') return undefined;
  const change = status === 'paused' ? nextOpening(base, now) : closingAfter(base, now);
  return Math.min(change ?? Number.POSITIVE_INFINITY, now + day);
}

/**
 * Returns whether a request repeats the current status. A default end is compared with the default
 * at the time at which the current status was set.
 */
function isRepeat(
  request: StoreStatusRequest,
  requested: RequestedStatus,
  before: RequestedStatus,
  store: StoreRecord,
): boolean {
  if (isSame(requested, before)) return true;
  if (request.duration_minutes !== undefined) return false;
  const until = endOf(request, store, Date.parse(before.set_at));
  return (
    until !== undefined && isSame({ ...requested, until: new Date(until).toISOString() }, before)
  );
}

const isSame = (a: RequestedStatus, b: RequestedStatus): boolean =>
  isDeepStrictEqual({ ...a, set_at: '', set_by: '' }, { ...b, set_at: '', set_by: '' });
