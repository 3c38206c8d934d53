import type { JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import { shiftTimes } from '../../../kernel/shift-times.ts';
import type { Order, StoreRecord } from '../../state/records.ts';
import type { MarketplaceContext } from '../rules/context.ts';
import { rejectItems } from '../rules/reject-items.ts';
import { checkNewOrder } from './check-order.ts';
import { makeOrder } from './make-order.ts';
import { listsIn, mergeInput, objectIn } from './order-input.ts';
import type { OrderTemplate } from './order-template.ts';

/** Returns whether the input has all required members of an order. */
export const isComplete = ({ contract }: MarketplaceContext, input: JsonObject): boolean => {
  const required = contract.schemas.get('Order')?.required;
  return Array.isArray(required) && required.every((name) => Object.hasOwn(input, String(name)));
};

/**
 * Generates the missing members of a partial order. The supplied members do not change, except for
 * `test`, `phase`, `allowed_transitions` and times. Times are converted to UTC, and are shifted if
 * the time to accept or acknowledge the order has passed.
 *
 * @returns `undefined` if the store has no live menu, item or fulfillment option for the order
 * @throws {ProblemError} `validation_failed`
 */
export function completeOrder(
  context: MarketplaceContext,
  store: StoreRecord,
  template: OrderTemplate,
  partial: JsonObject,
): Order | undefined {
  const errors: ProblemItem[] = [];
  const input = withCurrentTimes(partial, context.clock.now());
  const lists = listsIn(input, errors);
  rejectItems(errors);
  const order = makeOrder(context, store, template, { lists, errors });
  rejectItems(errors);
  return order && checkNewOrder(context, shiftTimes(mergeInput(order, input), 0));
}

/**
 * If the time to accept or acknowledge the order has passed, shifts all times so that the order is
 * created now.
 */
function withCurrentTimes(input: JsonObject, now: number): JsonObject {
  const { accept_by } = objectIn(input, 'acceptance');
  const deadline = accept_by ?? objectIn(input, 'acknowledgement').acknowledge_by;
  const created = Date.parse(String(input.created_at));
  const isOver = Date.parse(String(deadline)) <= now && !Number.isNaN(created);
  return isOver ? shiftTimes(input, now - created) : input;
}
