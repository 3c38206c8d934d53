import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@delivery-api/specs/contract';
import type { Command } from '../../kernel/command.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { deliveryCode } from '../domain/order-factory/fulfillment.ts';
import { implied } from '../domain/orders/acknowledgement.ts';
import { change, move } from '../domain/orders/change.ts';
import { replanCourier } from '../domain/orders/courier.ts';
import { heard } from '../domain/orders/deadlines.ts';
import { readyTiming } from '../domain/orders/ready-time.ts';
import { refuseMisfits } from '../domain/orders/status-request.ts';
import { needsCode } from '../domain/orders/steps.ts';
import { type MarketplaceState, storeOf } from '../state/marketplace-state.ts';
import {
  type Courier,
  deliveredBy,
  type Order,
  type OwnDelivery,
  type StatusRequest,
  type Timing,
} from '../state/order-model.ts';
import type { OrderRecord } from '../state/order-record.ts';
import { findOrder, lineOf, refuseUnknownLines } from './get-order.ts';

/**
 * Answers setOrderStatus: applies what the store says, at once.
 *
 * @throws {ProblemError} `validation_failed`, `order_not_found`, `revision_conflict`,
 * `invalid_transition`, `line_not_found`,
 * `ready_time_out_of_range`, `delivery_code_invalid`
 */
export function setStatus(market: MarketplaceState, call: Command): SandboxResponse {
  const request = call.body as StatusRequest;
  refuseMisfits(request);
  return apply(market, findOrder(market, call), request);
}

/**
 * Applies what the store says of an order, and answers it. The form of the request has been judged.
 */
export function apply(
  market: MarketplaceState,
  record: OrderRecord,
  request: StatusRequest,
): SandboxResponse {
  const before = record.order;
  refuseStale(before, request);
  if (before.status === request.status)
    return answer(record, before.status, repeat(market, record, request));
  if (!market.rules.steps.may(before, request.status, 'merchant'))
    throw refusedStep(market, before, request.status);
  const lines = request.unavailable_items ?? [];
  refuseUnknownLines(before, lines, '/unavailable_items');
  refuseCode(before, request);
  const at = happenedAt(market, before, request);
  const timing = readyTiming(market, record, request) ?? withEta(before.timing, request.delivery);
  const courier =
    request.status === 'completed' ? arrived(before) : ownCourier(before, request.delivery);
  move(market, record, request.status, 'merchant', {
    at,
    ...(request.actor_name !== undefined && { actorName: request.actor_name }),
    ...(request.reason !== undefined && { reason: request.reason }),
    ...(request.status === 'delivery_failed' && { merchantPaid: 'undecided' }),
    ...(lines.length > 0 && { unavailableLines: lines.map(({ line_id }) => line_id) }),
    more: {
      ...(timing !== undefined && { timing }),
      ...(courier !== undefined && { courier }),
      ...(request.external_id !== undefined && { external_id: request.external_id }),
    },
  });
  takeOff(market, record, request);
  if (timing !== undefined) replanCourier(market, record);
  return answer(record, before.status, true);
}

function refuseStale(
  { revision, status }: Order,
  { expected_revision: expected }: StatusRequest,
): void {
  if (expected === undefined || expected === revision) return;
  throw new ProblemError(
    'revision_conflict',
    `You expected revision ${expected}, but the order is at revision ${revision}.`,
    { members: { current_revision: revision, current_status: status } },
  );
}

/** The status that the order has already: only what goes with it can change. */
function repeat(market: MarketplaceState, record: OrderRecord, request: StatusRequest): boolean {
  const { order } = record;
  if (order.phase === 'closed') return false;
  const now = market.parts.clock.now();
  const timing =
    readyTiming(market, record, request) ?? withEta(order.timing, request.delivery) ?? order.timing;
  const courier = ownCourier(order, request.delivery) ?? order.courier;
  const externalId = request.external_id ?? order.external_id;
  const isOther = !isDeepStrictEqual(
    [timing, courier, externalId],
    [order.timing, order.courier, order.external_id],
  );
  const acknowledgement = implied(order.acknowledgement, now, now);
  const isFirstWord = acknowledgement !== order.acknowledgement;
  if (!isOther && !isFirstWord) return false;
  change(market, record, {
    timing,
    acknowledgement,
    ...(courier !== undefined && { courier }),
    ...(externalId !== undefined && { external_id: externalId }),
  });
  if (isFirstWord) heard(market, record);
  if (timing !== order.timing) replanCourier(market, record);
  return isOther;
}

/**
 * @returns the refusal of a step, with what could be done instead (contract: `invalid_transition`)
 */
export function refusedStep({ rules }: MarketplaceState, order: Order, to: string): ProblemError {
  const allowed = order.allowed_transitions.map(({ status }) => status);
  const { status, cancellation, closed_at } = order;
  const isOtherCouriers =
    deliveredBy(order) === 'marketplace' &&
    ['in_delivery', 'completed', 'delivery_failed'].includes(to);
  const ending =
    cancellation === undefined ? '' : ` (${cancellation.reason_code}, by ${cancellation.by})`;
  const offer =
    allowed.length === 0 ? 'the next step is not yours' : `it can become ${allowed.join(', ')}`;
  const why = rules.steps.isTerminal(status)
    ? `The order became ${status} at ${closed_at}${ending}.`
    : isOtherCouriers
      ? `The marketplace delivers this order, so its courier sets ${to}.`
      : `An order that is ${status} cannot become ${to} now; ${offer}.`;
  return new ProblemError('invalid_transition', why, {
    members: {
      current_status: status,
      requested_status: to,
      current_revision: order.revision,
      allowed_statuses: allowed,
    },
  });
}

function refuseCode(order: Order, { status, delivery_code: code }: StatusRequest): void {
  if (status !== 'completed') return;
  if (!needsCode(order)) {
    if (code === undefined) return;
    const message = 'is not needed for this order';
    throw new ProblemError('validation_failed', `/delivery_code ${message}.`, {
      errors: [{ pointer: '/delivery_code', code: 'not_applicable', message }],
    });
  }
  if (code === deliveryCode) return;
  throw new ProblemError(
    'delivery_code_invalid',
    code === undefined
      ? 'This order is completed with the delivery code that the customer has.'
      : 'The delivery code does not match the one that the customer has.',
  );
}

/** When something happened: not before the order's last status, and not in the future. */
function happenedAt(
  { parts: { clock } }: MarketplaceState,
  { history, created_at }: Order,
  { occurred_at }: StatusRequest,
): number {
  const now = clock.now();
  const last = Date.parse(history.at(-1)?.at ?? created_at);
  return occurred_at === undefined ? now : Math.min(now, Math.max(last, Date.parse(occurred_at)));
}

/** The times with what the store's own courier expects; `undefined` where it expects nothing. */
const withEta = (timing: Timing, delivery: OwnDelivery | undefined): Timing | undefined =>
  delivery?.eta_at === undefined
    ? undefined
    : { ...timing, estimated_handover_at: new Date(delivery.eta_at).toISOString() };

/** The store's own courier, as the request names one (contract: `OwnDeliveryInput`). */
function ownCourier(order: Order, delivery: OwnDelivery | undefined): Courier | undefined {
  if (delivery === undefined) return undefined;
  const { courier_name: name, courier_phone: phone, tracking_url, eta_at } = delivery;
  return {
    name: name ?? 'Courier',
    ...(phone !== undefined && { phone }),
    status: order.status === 'in_delivery' ? (order.courier?.status ?? 'picked_up') : 'picked_up',
    ...(eta_at !== undefined && { eta_at: new Date(eta_at).toISOString() }),
    ...(tracking_url !== undefined && { tracking_url }),
  };
}

const arrived = ({ courier }: Order): Courier | undefined =>
  courier === undefined ? undefined : { ...courier, status: 'at_dropoff' };

/** Takes the items off the menu that the next customer is not to order. */
function takeOff(
  market: MarketplaceState,
  record: OrderRecord,
  { unavailable_items: lines = [] }: StatusRequest,
): void {
  const store = storeOf(market, record);
  for (const { line_id, unavailable_until: until } of lines) {
    const line = lineOf(record.order, line_id);
    if (line === undefined || until === undefined) continue;
    store.live?.takeOff(line.item_id, until === null ? undefined : Date.parse(until));
    store.coming?.takeOff(line.item_id, until === null ? undefined : Date.parse(until));
  }
  store.touched();
}

function answer({ order }: OrderRecord, previous: string, changed: boolean): SandboxResponse {
  const { id, status, phase, revision, timing, history, created_at, allowed_transitions } = order;
  const body: JsonObject = {
    order_id: id,
    status,
    phase,
    previous_status: previous,
    changed,
    revision,
    ...(timing.confirmed_ready_at !== undefined && {
      confirmed_ready_at: timing.confirmed_ready_at,
    }),
    applied_at: history.at(-1)?.at ?? created_at,
    allowed_transitions,
  };
  return { status: 200, body };
}
