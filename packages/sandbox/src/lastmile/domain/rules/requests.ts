import { ProblemError } from '../../../kernel/problem-error.ts';
import type { LastmileState } from '../../state/lastmile-state.ts';
import type { BookingRequest, DeliveryRequest, Reason } from '../../state/model.ts';
import { tariffOf } from '../pricing/serviceability.ts';
import { moneyFaults, refuseFaults } from './money-rules.ts';
import { scheduleFaults } from './schedule-rules.ts';
import { verificationFaults } from './verification-rules.ts';

/** @throws {ProblemError} `store_not_found` where an end names a store that there is not */
export function refuseUnknownStores(
  { stores }: LastmileState,
  { pickup, dropoff }: DeliveryRequest,
): void {
  for (const { store_id: id } of [pickup, dropoff]) {
    if (id !== undefined && stores.byId(id) === undefined) {
      throw new ProblemError(
        'store_not_found',
        `There is no store '${id}'. This sandbox has ${stores.all.map((one) => one.id).join(', ') || 'none'}.`,
      );
    }
  }
}

/**
 * Holds a request against the rules that need no map.
 *
 * @throws {ProblemError} `validation_failed`, `schedule_invalid` or `verification_conflict`, with all
 * findings of that kind
 */
export function refuseContradictions(
  { parts, stores }: LastmileState,
  request: DeliveryRequest | BookingRequest,
): void {
  const tariff = tariffOf(request, stores);
  if (tariff !== undefined)
    refuseFaults('validation_failed', moneyFaults(request, tariff.currency));
  refuseFaults('schedule_invalid', scheduleFaults(request.schedule, parts.clock.now()));
  refuseFaults('verification_conflict', verificationFaults(request));
}

/** What the scenarios say that know no courier. */
export const nobodyFree = (now: number): Reason => ({
  code: 'no_courier_available',
  message: 'All couriers are taken for now.',
  retry_at: new Date(now + 600_000).toISOString(),
});

/** @throws {ProblemError} `not_serviceable` */
export function refuseUnserviceable(reasons: readonly Reason[]): never {
  const [first] = reasons;
  const detail =
    reasons.length === 1
      ? (first?.message ?? '')
      : `${reasons.length} reasons stand against this delivery. The first: ${first?.message}`;
  throw new ProblemError('not_serviceable', detail, { members: { reasons: [...reasons] } });
}
