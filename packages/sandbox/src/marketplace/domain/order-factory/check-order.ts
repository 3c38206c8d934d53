import type { JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import { shiftTimes } from '../../../kernel/shift-times.ts';
import type { Order } from '../../state/records.ts';
import { linesOf } from '../orders/lines.ts';
import type { MarketplaceContext } from '../rules/context.ts';
import { rejectItems } from '../rules/reject-items.ts';
import { checkAmounts } from './check-amounts.ts';
import { checkConsistency } from './check-consistency.ts';

/**
 * Returns a supplied complete order. If the time to accept or acknowledge the order has passed,
 * shifts all its times so that the order is created now.
 *
 * @throws {ProblemError} `validation_failed`
 */
export function readOrder(context: MarketplaceContext, input: JsonObject): Order {
  rejectItems(context.check('Order', input, '/order'));
  const order = input as unknown as Order;
  const deadline = order.acceptance.accept_by ?? order.acknowledgement.acknowledge_by;
  const now = context.clock.now();
  const shift = Date.parse(deadline) > now ? 0 : now - Date.parse(order.created_at);
  return checkNewOrder(context, shiftTimes(order, shift));
}

/**
 * Checks an order that is about to be created.
 *
 * @returns the order with the `test`, `phase` and `allowed_transitions` that the sandbox determines
 * @throws {ProblemError} `validation_failed`
 */
export function checkNewOrder(context: MarketplaceContext, order: Order): Order {
  const { check, state, rules } = context;
  const { transitions } = rules;
  rejectItems(check('Order', order, '/order'));
  const errors = [
    ...checkAmounts(order, '/order'),
    ...checkIds(context, order),
    ...checkConsistency(order, state.stores.get(order.store_id)?.base, '/order'),
  ];
  if (order.status !== transitions.initial) {
    const message = `must be ${transitions.initial}, the status of a new order`;
    errors.push({ pointer: '/order/status', code: 'not_new', message });
  }
  rejectItems(errors);
  const valid = { ...order, test: true, phase: transitions.phaseOf(order.status) };
  return { ...valid, allowed_transitions: transitions.allowed(valid) };
}

function checkIds({ state }: MarketplaceContext, order: Order): ProblemItem[] {
  const errors: ProblemItem[] = [];
  const report = (pointer: string, code: string, message: string): void =>
    void errors.push({ pointer: `/order${pointer}`, code, message });
  const { mode, accept_by } = order.acceptance;
  const lineIds = linesOf(order).map(({ line_id }) => line_id);
  if (!state.stores.has(order.store_id))
    report('/store_id', 'unknown_store', `no store has the ID ${order.store_id}`);
  if (state.orders.has(order.id))
    report('/id', 'duplicate_id', `must be unique; the order ${order.id} already exists`);
  if (new Set(lineIds).size < lineIds.length)
    report('/items', 'duplicate_id', 'must not contain a line_id more than once');
  if (mode === 'manual' && accept_by === undefined)
    report('/acceptance/accept_by', 'required', 'is required with the mode manual');
  return errors;
}
