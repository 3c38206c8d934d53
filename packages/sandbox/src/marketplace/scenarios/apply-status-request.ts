import { isDeepStrictEqual } from 'node:util';
import type { OrderCourier, OrderTiming, OwnDeliveryInput } from '@delivery-api/marketplace-types';
import { ProblemError } from '../../kernel/problem-error.ts';
import { deliveryCode } from '../domain/order-factory/fulfillment.ts';
import { impliedAcknowledgement } from '../domain/orders/acknowledgement.ts';
import { lineOf, rejectUnknownLines } from '../domain/orders/lines.ts';
import { requestedReadyTime, withReadyTime } from '../domain/orders/ready-time.ts';
import { invalidTransition } from '../domain/orders/transition-problem.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { needsDeliveryCode } from '../domain/rules/order-transitions.ts';
import { invalidMember } from '../domain/rules/reject-items.ts';
import { rejectStaleRevision } from '../domain/rules/reject-stale-revision.ts';
import { storeOf } from '../state/marketplace-state.ts';
import type { Order, OrderRecord, StatusRequest } from '../state/records.ts';
import { courierWithStatus, rescheduleCourier } from './courier.ts';
import { overrideAvailability } from './override-availability.ts';
import { recordAcknowledgement } from './schedule.ts';
import { changeOrder, setStatus } from './steps.ts';

/** The result of a status request. */
export interface StatusChange {
  order: Order;
  previousStatus: string;
  changed: boolean;
}

/**
 * Applies a status request of the merchant. The caller has checked its members.
 *
 * @throws {ProblemError} `revision_conflict`, `invalid_transition`, `line_not_found`,
 * `ready_time_out_of_range`, `delivery_code_invalid`; `validation_failed` for an unnecessary
 * delivery code
 */
export function applyStatusRequest(
  context: MarketplaceContext,
  record: OrderRecord,
  request: StatusRequest,
): StatusChange {
  const { rules, clock } = context;
  const before = record.order;
  const { status, reason_code, note, actor_name, unavailable_items: lines = [] } = request;
  rejectStaleRevision('order', before.revision, before.status, request.expected_revision);
  if (before.status === status) return applyRepeat(context, record, request);
  if (!rules.transitions.isAllowed(before, status, 'merchant'))
    throw invalidTransition(rules, before, status);
  rejectUnknownLines(before, lines, '/unavailable_items');
  checkDeliveryCode(before, request);
  const at = timeOf(request, before, clock.now());
  const { timing, current } = applyTimes(context, record, request);
  const courier =
    status !== 'completed'
      ? ownCourier(before, request.delivery)
      : before.courier && courierWithStatus(before, 'arrived_at_dropoff');
  const next = setStatus(context, current, status, 'merchant', {
    at,
    ...(actor_name !== undefined && { actorName: actor_name }),
    ...(reason_code !== undefined && {
      reason: { reason_code, ...(note !== undefined && { note }) },
    }),
    ...(status === 'delivery_failed' && { merchantPaid: 'undecided' }),
    ...(lines.length > 0 && { unavailableLines: lines.map(({ line_id }) => line_id) }),
    members: {
      ...(timing !== undefined && { timing }),
      ...(courier !== undefined && { courier }),
      ...(request.external_id !== undefined && { external_id: request.external_id }),
    },
  });
  makeItemsUnavailable(context, next, lines);
  if (timing !== undefined) rescheduleCourier(context, next);
  return { order: next.order, previousStatus: before.status, changed: true };
}

/** Applies a request for the current status. The request can change only other members. */
function applyRepeat(
  context: MarketplaceContext,
  record: OrderRecord,
  request: StatusRequest,
): StatusChange {
  const { order } = record;
  const unchanged = { order, previousStatus: order.status, changed: false };
  if (order.phase === 'closed') return unchanged;
  const now = context.clock.now();
  const { timing = order.timing, current } = applyTimes(context, record, request);
  const courier = ownCourier(order, request.delivery) ?? order.courier;
  const externalId = request.external_id ?? order.external_id;
  const changed = !isDeepStrictEqual(
    [timing, courier, externalId],
    [order.timing, order.courier, order.external_id],
  );
  const acknowledgement = impliedAcknowledgement(order.acknowledgement, now, now);
  const isFirstResponse = acknowledgement !== order.acknowledgement;
  if (!changed && !isFirstResponse) return unchanged;
  const next = changeOrder(context, current, {
    timing,
    acknowledgement,
    ...(courier !== undefined && { courier }),
    ...(externalId !== undefined && { external_id: externalId }),
  });
  if (isFirstResponse) recordAcknowledgement(context, next);
  if (timing !== order.timing) rescheduleCourier(context, next);
  return { order: next.order, previousStatus: order.status, changed };
}

/**
 * Returns the times after the request, or `undefined` if the request specifies no time, and the
 * record with the requested ready time.
 */
function applyTimes(
  { state, clock }: MarketplaceContext,
  record: OrderRecord,
  request: StatusRequest,
): { timing: OrderTiming | undefined; current: OrderRecord } {
  const { timing } = record.order;
  const eta = request.delivery?.dropoff_eta_at;
  const requested = requestedReadyTime(request, record, clock.now());
  if (requested !== undefined) {
    const next = withReadyTime(record, requested, clock.now());
    const current =
      next === timing ? record : state.orders.update(record, { requestedReadyTime: requested });
    return { timing: next, current };
  }
  if (eta === undefined) return { timing: undefined, current: record };
  const handover = new Date(eta).toISOString();
  return { timing: { ...timing, estimated_handover_at: handover }, current: record };
}

/**
 * Checks the delivery code in a request for `completed`.
 *
 * @throws {ProblemError} `delivery_code_invalid`; `validation_failed` for an unnecessary code
 */
function checkDeliveryCode(order: Order, { status, delivery_code: code }: StatusRequest): void {
  if (status !== 'completed') return;
  if (!needsDeliveryCode(order)) {
    if (code === undefined) return;
    throw invalidMember(
      '/delivery_code',
      'not_applicable',
      'is not accepted, because this order does not require a delivery code',
    );
  }
  if (code === deliveryCode) return;
  throw new ProblemError(
    'delivery_code_invalid',
    code === undefined
      ? 'The delivery code is required to complete this order. Ask the customer for the code.'
      : 'The delivery code is incorrect. Ask the customer for the code again.',
  );
}

/**
 * Returns when the status was reached: not before the previous status, and not after `now`.
 */
function timeOf({ occurred_at }: StatusRequest, order: Order, now: number): number {
  const last = Date.parse(order.history.at(-1)?.at ?? order.created_at);
  return occurred_at === undefined ? now : Math.min(now, Math.max(last, Date.parse(occurred_at)));
}

/** Returns the store's own courier (contract: `OwnDeliveryInput`); `undefined` without input. */
function ownCourier(
  order: Order,
  delivery: OwnDeliveryInput | undefined,
): OrderCourier | undefined {
  if (delivery === undefined) return undefined;
  const { courier_name: name, courier_phone: phone, tracking_url, dropoff_eta_at } = delivery;
  return {
    name: name ?? 'Courier',
    ...(phone !== undefined && { phone }),
    status: order.status === 'in_delivery' ? (order.courier?.status ?? 'picked_up') : 'picked_up',
    ...(dropoff_eta_at !== undefined && {
      dropoff_eta_at: new Date(dropoff_eta_at).toISOString(),
    }),
    ...(tracking_url !== undefined && { tracking_url }),
  };
}

/**
 * Makes the items of lines with `unavailable_until` unavailable on the menus of the store; with
 * `null`, without an end.
 */
function makeItemsUnavailable(
  context: MarketplaceContext,
  record: OrderRecord,
  lines: NonNullable<StatusRequest['unavailable_items']>,
): void {
  const items = lines.flatMap(({ line_id, unavailable_until: until }) => {
    const line = lineOf(record.order, line_id);
    if (line === undefined || until === undefined) return [];
    const end = until === null ? {} : { until: Date.parse(until) };
    return [[line.item_id, { state: 'unavailable', ...end }] as const];
  });
  overrideAvailability(context, storeOf(context.state, record), items);
}
