import { ProblemError } from '../../../kernel/problem-error.ts';
import type { MarketplaceState } from '../../state/marketplace-state.ts';
import { deliveredBy, type StatusRequest, type Timing } from '../../state/order-model.ts';
import type { OrderRecord } from '../../state/order-record.ts';
import { handoverAfter } from './courier.ts';

/**
 * The times with a ready time that the request gives; `undefined` where it gives none.
 *
 * @throws {ProblemError} `ready_time_out_of_range`
 */
export function readyTiming(
  market: MarketplaceState,
  record: OrderRecord,
  request: StatusRequest,
): Timing | undefined {
  const { order } = record;
  const { clock } = market.parts;
  const { ready_at, preparation_minutes: minutes, occurred_at } = request;
  const now = clock.now();
  const from =
    occurred_at === undefined
      ? now
      : Math.min(now, Math.max(Date.parse(order.created_at), Date.parse(occurred_at)));
  const wished =
    ready_at !== undefined
      ? Date.parse(ready_at)
      : minutes === undefined
        ? undefined
        : from + minutes * 60_000;
  if (wished === undefined) return undefined;
  // Saying the same again is no change, also when the time has passed since, or counted as now
  // because it had passed.
  if (wished === record.readyWish || instantOf(order.timing.confirmed_ready_at) === wished)
    return order.timing;
  const ready = Math.max(now, wished);
  const { latest_ready_at: latest } = order.timing;
  if (latest !== undefined && ready > Date.parse(latest)) {
    throw new ProblemError(
      'ready_time_out_of_range',
      `The order can be ready at ${latest} at the latest.`,
      { members: { latest_ready_at: latest } },
    );
  }
  record.readyWish = wished;
  return {
    ...order.timing,
    confirmed_ready_at: clock.instant(ready),
    ...(deliveredBy(order) === 'marketplace' && {
      estimated_handover_at: clock.instant(handoverAfter(ready)),
    }),
  };
}

const instantOf = (instant: string | undefined): number => Date.parse(instant ?? '');
