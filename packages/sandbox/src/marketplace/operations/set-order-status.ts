import type { Command } from '../../kernel/command.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { checkOrderStatusRequest } from '../domain/orders/check-status-request.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { applyStatusRequest } from '../scenarios/apply-status-request.ts';
import type { StatusRequest } from '../state/records.ts';
import { statusResult } from '../views/order.ts';
import { findOrder } from './find.ts';

/**
 * Handles `setOrderStatus`.
 *
 * @throws {ProblemError} `validation_failed`, `order_not_found`, `revision_conflict`,
 * `invalid_transition`, `line_not_found`, `ready_time_out_of_range`, `delivery_code_invalid`
 */
export function setOrderStatus(context: MarketplaceContext, command: Command): SandboxResponse {
  const request = command.body as StatusRequest;
  checkOrderStatusRequest(request);
  const record = findOrder(context, command);
  const { order, previousStatus, changed } = applyStatusRequest(context, record, request);
  return { status: 200, body: statusResult(order, previousStatus, changed) };
}
