import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@delivery-api/specs/contract';
import type { Command } from '../../kernel/command.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { isLate } from '../domain/orders/acknowledgement.ts';
import { change } from '../domain/orders/change.ts';
import { heard } from '../domain/orders/deadlines.ts';
import type { MarketplaceState } from '../state/marketplace-state.ts';
import type { Acknowledgement, AcknowledgeRequest, Order } from '../state/order-model.ts';
import type { OrderRecord } from '../state/order-record.ts';
import { findOrder, refuseUnknownLines } from './get-order.ts';

/**
 * Answers acknowledgeOrder: notes whether the store's system has the order.
 *
 * @throws {ProblemError} `order_not_found`, `acknowledgement_conflict`, `line_not_found`
 */
export function acknowledge(market: MarketplaceState, call: Command): SandboxResponse {
  const record = findOrder(market, call);
  const request = call.body as AcknowledgeRequest;
  if (record.order.phase === 'closed') return answer(record.order, false);
  if (request.result === 'failed') refuseFailure(record.order);
  refuseUnknownLines(record.order, request.unmatched_lines ?? [], '/unmatched_lines');
  const before = record.order;
  const next = acknowledged(market, record, request);
  const externalId = request.external_id ?? before.external_id;
  if (isDeepStrictEqual(next, before.acknowledgement) && externalId === before.external_id)
    return answer(before, false);
  change(market, record, {
    acknowledgement: next,
    ...(externalId !== undefined && { external_id: externalId }),
  });
  heard(market, record);
  return answer(record.order, true);
}

function refuseFailure({ acknowledgement, status, revision, external_id }: Order): void {
  if (acknowledgement.state !== 'succeeded') return;
  const id = external_id === undefined ? '' : ` with the external id ${external_id}`;
  throw new ProblemError(
    'acknowledgement_conflict',
    `The order was acknowledged at ${acknowledgement.acknowledged_at}${id}.`,
    { members: { current_status: status, current_revision: revision } },
  );
}

/** The acknowledgement after a request: the same one where it says nothing new. */
function acknowledged(
  { parts: { clock } }: MarketplaceState,
  { order, delivery }: OrderRecord,
  request: AcknowledgeRequest,
): Acknowledgement {
  const { acknowledgement: before } = order;
  const now = clock.now();
  const said = Math.min(
    now,
    Math.max(Date.parse(request.occurred_at ?? '') || now, Date.parse(order.created_at)),
  );
  const lines = request.unmatched_lines;
  if (before.state === request.result) {
    const isSame =
      request.result === 'failed' ? isDeepStrictEqual(before.failure, request.failure) : true;
    if (isSame && (lines === undefined || isDeepStrictEqual(lines, before.unmatched_lines)))
      return before;
  }
  return {
    state: request.result,
    acknowledge_by: before.acknowledge_by,
    acknowledged_at: clock.instant(said),
    late: isLate(before, now),
    ...(request.event_id !== undefined &&
      request.event_id === delivery?.eventId && { event_id: request.event_id }),
    ...(request.failure !== undefined && { failure: request.failure }),
    ...(lines !== undefined && { unmatched_lines: lines }),
  };
}

function answer(order: Order, changed: boolean): SandboxResponse {
  const {
    id,
    external_id,
    status,
    phase,
    revision,
    acknowledgement,
    acceptance,
    allowed_transitions,
  } = order;
  const body: JsonObject = {
    order_id: id,
    ...(external_id !== undefined && { external_id }),
    changed,
    status,
    phase,
    revision,
    acknowledgement,
    acceptance,
    allowed_transitions,
  };
  return { status: 200, body };
}
