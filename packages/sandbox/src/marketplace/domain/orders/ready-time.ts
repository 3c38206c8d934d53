import type { OrderTiming } from '@delivery-api/marketplace-types';
import { ProblemError } from '../../../kernel/problem-error.ts';
import { deliveredBy, type OrderRecord, type StatusRequest } from '../../state/records.ts';

const minute = 60_000;
/** Ride time of the marketplace's courier (contract: scenario `delivery_happy_path`). */
export const rideTime = 18 * minute;
export const handoverTime = minute;

/** Returns when the customer receives an order that the marketplace's courier delivers. */
export const handoverAfter = (ready: number): number => ready + handoverTime + rideTime;

/** Returns the ready time in a request, before any adjustment; `undefined` without one. */
export function requestedReadyTime(
  { ready_at, preparation_minutes: minutes, occurred_at }: StatusRequest,
  { order }: OrderRecord,
  now: number,
): number | undefined {
  if (ready_at !== undefined) return Date.parse(ready_at);
  if (minutes === undefined) return undefined;
  const created = Date.parse(order.created_at);
  const from =
    occurred_at === undefined ? now : Math.min(now, Math.max(created, Date.parse(occurred_at)));
  return from + minutes * minute;
}

/**
 * Returns the times of an order with a requested ready time, or with the current time if the
 * requested time has passed. A repeated request changes nothing.
 *
 * @throws {ProblemError} `ready_time_out_of_range`
 */
export function withReadyTime(record: OrderRecord, requested: number, now: number): OrderTiming {
  const { timing } = record.order;
  const confirmed = Date.parse(timing.confirmed_ready_at ?? '');
  if (requested === record.requestedReadyTime || requested === confirmed) return timing;
  const ready = Math.max(now, requested);
  const { latest_ready_at: latest } = timing;
  if (latest !== undefined && ready > Date.parse(latest)) {
    throw new ProblemError(
      'ready_time_out_of_range',
      `The ready time must not be after ${latest}.`,
      { members: { latest_ready_at: latest } },
    );
  }
  return {
    ...timing,
    confirmed_ready_at: new Date(ready).toISOString(),
    ...(deliveredBy(record.order) === 'marketplace' && {
      estimated_handover_at: new Date(handoverAfter(ready)).toISOString(),
    }),
  };
}
