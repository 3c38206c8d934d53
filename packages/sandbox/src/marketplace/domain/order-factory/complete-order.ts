import type { JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { ClosedCheck } from '../../../validation/closed-check.ts';
import type { MarketplaceState } from '../../state/marketplace-state.ts';
import type { Order } from '../../state/order-model.ts';
import type { StoreState } from '../../state/store-state.ts';
import { judged, moved, refuse } from './given-order.ts';
import { makeOrder } from './make-order.ts';
import { listsIn, objectIn, overlaid, type Parts } from './parts.ts';
import type { OrderPlan } from './plan.ts';

/** Whether parts are a whole order: all that the contract asks of one is there. */
export const isWhole = ({ rules }: MarketplaceState, parts: Parts): boolean => {
  const required = rules.contract.schemas.get('Order')?.required;
  return Array.isArray(required) && required.every((name) => Object.hasOwn(parts, String(name)));
};

/**
 * Makes an order of parts of one: the parts stay as they were given, and the rest is made up so
 * that it goes with them.
 *
 * @returns `undefined` where nothing can be ordered in the store at present
 * @throws {ProblemError} `validation_failed`, with everything that keeps the whole from being an order,
 * or contradicts itself
 */
export function completeOrder(
  market: MarketplaceState,
  check: ClosedCheck,
  known: readonly Order[],
  store: StoreState,
  plan: OrderPlan,
  given: Parts,
): Order | undefined {
  const faults: ProblemItem[] = [];
  const parts = timely(given, market.parts.clock.now());
  const lists = listsIn(parts, faults);
  refuse(faults);
  const made = makeOrder(market, store, plan, known, { lists, faults });
  refuse(faults);
  return made && judged(market, check, moved(overlaid(made, parts), 0));
}

/**
 * Parts whose deadline has passed are moved in time together, so that the order was created now.
 */
function timely(parts: Parts, now: number): JsonObject {
  const deadline =
    objectIn(parts, 'acceptance').accept_by ?? objectIn(parts, 'acknowledgement').acknowledge_by;
  const created = Date.parse(String(parts.created_at));
  const isOver = Date.parse(String(deadline)) <= now && !Number.isNaN(created);
  return isOver ? moved(parts, now - created) : parts;
}
