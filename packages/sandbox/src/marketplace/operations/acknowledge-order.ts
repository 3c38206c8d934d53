import { isDeepStrictEqual } from 'node:util';
import type { Acknowledgement } from '@delivery-api/marketplace-types';
import type { Command } from '../../kernel/command.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { isLate } from '../domain/orders/acknowledgement.ts';
import { rejectUnknownLines } from '../domain/orders/lines.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { recordAcknowledgement } from '../scenarios/schedule.ts';
import { changeOrder } from '../scenarios/steps.ts';
import type { AcknowledgeRequest, Order, OrderRecord } from '../state/records.ts';
import { acknowledgementResult } from '../views/order.ts';
import { findOrder } from './find.ts';

/**
 * Handles `acknowledgeOrder`.
 *
 * @throws {ProblemError} `order_not_found`, `acknowledgement_conflict`, `line_not_found`
 */
export function acknowledgeOrder(context: MarketplaceContext, command: Command): SandboxResponse {
  const record = findOrder(context, command);
  const { order } = record;
  const request = command.body as AcknowledgeRequest;
  const unchanged = { status: 200, body: acknowledgementResult(order, false) };
  if (order.phase === 'closed') return unchanged;
  if (request.result === 'failed') rejectLateFailure(order);
  rejectUnknownLines(order, request.unmatched_lines ?? [], '/unmatched_lines');
  const acknowledgement = acknowledgementAfter(record, request, context.clock.now());
  const externalId = request.external_id ?? order.external_id;
  if (isDeepStrictEqual(acknowledgement, order.acknowledgement) && externalId === order.external_id)
    return unchanged;
  const next = changeOrder(context, record, {
    acknowledgement,
    ...(externalId !== undefined && { external_id: externalId }),
  });
  recordAcknowledgement(context, next);
  return { status: 200, body: acknowledgementResult(next.order, true) };
}

/**
 * Rejects a failure for an order whose acknowledgement has already succeeded.
 *
 * @throws {ProblemError} `acknowledgement_conflict`
 */
function rejectLateFailure({ acknowledgement, status, revision, external_id }: Order): void {
  if (acknowledgement.state !== 'succeeded') return;
  const id = external_id === undefined ? '' : ` with the external ID ${external_id}`;
  throw new ProblemError(
    'acknowledgement_conflict',
    `The order was already acknowledged as succeeded at ${acknowledgement.acknowledged_at}${id}.`,
    { members: { current_status: status, current_revision: revision } },
  );
}

/** Returns the acknowledgement after a request: the current object if the request is a repeat. */
function acknowledgementAfter(
  { order, eventId }: OrderRecord,
  request: AcknowledgeRequest,
  now: number,
): Acknowledgement {
  const { acknowledgement: before } = order;
  const { event_id, reason_code, note, unmatched_lines } = request;
  const hasSameLines =
    unmatched_lines === undefined || isDeepStrictEqual(unmatched_lines, before.unmatched_lines);
  const hasSameResult =
    before.state === request.result && before.reason_code === reason_code && before.note === note;
  if (hasSameResult && hasSameLines) return before;
  const occurred = Date.parse(request.occurred_at ?? '') || now;
  const at = Math.min(now, Math.max(occurred, Date.parse(order.created_at)));
  return {
    state: request.result,
    acknowledge_by: before.acknowledge_by,
    acknowledged_at: new Date(at).toISOString(),
    late: isLate(before, now),
    ...(event_id !== undefined && event_id === eventId && { event_id }),
    ...(reason_code !== undefined && { reason_code }),
    ...(note !== undefined && { note }),
    ...(unmatched_lines !== undefined && { unmatched_lines }),
  };
}
