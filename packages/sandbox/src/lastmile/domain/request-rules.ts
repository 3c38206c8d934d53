import type { UnserviceableReason } from '@delivery-api/lastmile-types';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { DeliveryRequest } from '../state/records.ts';
import { moneyErrors, rejectErrors } from './money-rules.ts';
import { scheduleErrors } from './schedule-rules.ts';
import { tariffOf } from './serviceability.ts';
import { instant, minute } from './time.ts';
import { verificationErrors } from './verification-rules.ts';

/**
 * Rejects a request in which a waypoint refers to an unknown store.
 *
 * @throws {ProblemError} `store_not_found`
 */
export function rejectUnknownStores(
  { state: { stores } }: LastmileContext,
  { pickup, dropoff }: DeliveryRequest,
): void {
  for (const { store_id: id } of [pickup, dropoff]) {
    if (id === undefined || stores.has(id)) continue;
    const known = [...stores.values()].map((store) => store.id).join(', ') || 'none';
    const detail = `No store has the ID ${id}. Available stores: ${known}.`;
    throw new ProblemError('store_not_found', detail);
  }
}

/**
 * Checks the amounts, then the schedule, then the verification of a request.
 *
 * @throws {ProblemError} `validation_failed`, `schedule_invalid` or `verification_conflict`, with
 * all errors of the first check that fails
 */
export function rejectContradictions(
  { clock, state }: LastmileContext,
  request: DeliveryRequest,
): void {
  const tariff = tariffOf(request, state);
  if (tariff !== undefined)
    rejectErrors('validation_failed', moneyErrors(request, tariff.currency));
  rejectErrors('schedule_invalid', scheduleErrors(request.schedule, clock.now()));
  rejectErrors('verification_conflict', verificationErrors(request));
}

/** Returns the reason for scenarios in which no courier is available. */
export const noCourierAvailable = (now: number): UnserviceableReason => ({
  code: 'no_courier_available',
  message: 'No courier is available now.',
  retry_at: instant(now + 10 * minute),
});

/**
 * Rejects a delivery that is not possible.
 *
 * @throws {ProblemError} `not_serviceable` with all reasons
 */
export function rejectUnserviceable(reasons: readonly UnserviceableReason[]): never {
  const message = reasons[0]?.message ?? '';
  const detail =
    reasons.length === 1
      ? message
      : `The delivery is not possible for ${reasons.length} reasons; \`reasons\` lists them. The first: ${message}`;
  throw new ProblemError('not_serviceable', detail, { members: { reasons: [...reasons] } });
}

/**
 * Rejects a booking or estimate if the partner has the maximum number of records that cannot be
 * evicted now.
 *
 * @param records the name of the counted records, such as `bookings that are not closed`
 * @throws {ProblemError} `service_unavailable`
 */
export function rejectTooMany(partner: string, count: number, max: number, records: string): void {
  if (count < max) return;
  throw new ProblemError(
    'service_unavailable',
    `The partner ${partner} has ${max} ${records}, which is the maximum in this sandbox. Advance the clock, or reset the sandbox.`,
    { headers: { 'Retry-After': '60' } },
  );
}
