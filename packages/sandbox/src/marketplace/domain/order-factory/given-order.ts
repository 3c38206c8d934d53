import type { JsonObject } from '@delivery-api/specs/contract';
import { ProblemError, type ProblemItem } from '../../../kernel/problem-error.ts';
import type { ClosedCheck } from '../../../validation/closed-check.ts';
import type { MarketplaceState } from '../../state/marketplace-state.ts';
import type { Order } from '../../state/order-model.ts';
import { contradictions } from './contradictions.ts';
import { moneyFaults } from './money-rules.ts';

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * Takes a whole order as it was given. One whose deadline has passed is moved in time, as a whole,
 * so that it was created now.
 *
 * @throws {ProblemError} `validation_failed`, with everything that keeps it from being an order of this
 * marketplace
 */
export function takeOrder(market: MarketplaceState, check: ClosedCheck, given: JsonObject): Order {
  const faults = check('Order', given, '/order');
  refuse(faults);
  return judged(market, check, timely(given as unknown as Order, market.parts.clock.now()));
}

/**
 * An order that is to arrive, once nothing speaks against it.
 *
 * @throws {ProblemError} `validation_failed`, with everything that does
 */
export function judged(market: MarketplaceState, check: ClosedCheck, order: Order): Order {
  const faults = check('Order', order, '/order');
  refuse(faults);
  const { steps } = market.rules;
  const store = market.stores.get(order.store_id)?.base;
  faults.push(
    ...moneyFaults(order, '/order'),
    ...orderFaults(market, order, '/order'),
    ...contradictions(order, store, '/order'),
  );
  if (order.status !== steps.initial) {
    faults.push({
      pointer: '/order/status',
      code: 'not_new',
      message: `must be ${steps.initial}: an order arrives before anything has happened to it`,
    });
  }
  refuse(faults);
  const taken = { ...order, test: true, phase: steps.phaseOf(order.status) };
  return { ...taken, allowed_transitions: steps.allowed(taken) };
}

/** What keeps an order, valid by its form, from being one of these stores. */
export function orderFaults(
  { stores, orders }: MarketplaceState,
  order: Order,
  at: string,
): ProblemItem[] {
  const store = stores.get(order.store_id);
  const lines = order.items.flatMap(function ids({
    line_id,
    modifiers,
  }: {
    line_id: string;
    modifiers: Order['items'][number]['modifiers'];
  }): string[] {
    return [line_id, ...modifiers.flatMap(ids)];
  });
  return [
    ...(store === undefined
      ? [
          {
            pointer: `${at}/store_id`,
            code: 'unknown_store',
            message: `there is no store ${order.store_id}`,
          },
        ]
      : []),
    ...(orders.get(order.id) === undefined
      ? []
      : [
          {
            pointer: `${at}/id`,
            code: 'duplicate_id',
            message: `there is an order ${order.id} already`,
          },
        ]),
    ...(new Set(lines).size === lines.length
      ? []
      : [{ pointer: `${at}/items`, code: 'duplicate_id', message: 'names a line id twice' }]),
    ...(order.acceptance.mode === 'manual' && order.acceptance.accept_by === undefined
      ? [
          {
            pointer: `${at}/acceptance/accept_by`,
            code: 'required',
            message: 'has to be there with the mode manual',
          },
        ]
      : []),
  ];
}

/** @throws {ProblemError} `validation_failed`, unless there is nothing to complain about */
export function refuse(faults: readonly ProblemItem[]): void {
  if (faults.length === 0) return;
  const detail =
    faults.length === 1
      ? `${faults[0]?.pointer ?? ''}: ${faults[0]?.message ?? ''}.`
      : `${faults.length} things are wrong with the data.`;
  throw new ProblemError('validation_failed', detail, { errors: [...faults] });
}

function timely(order: Order, now: number): Order {
  const deadline = order.acceptance.accept_by ?? order.acknowledgement.acknowledge_by;
  return moved(order, Date.parse(deadline) > now ? 0 : now - Date.parse(order.created_at));
}

/**
 * A value with all of its times moved by so many milliseconds, and written as the contract writes
 * them.
 */
export function moved<Value>(value: Value, by: number): Value {
  if (typeof value === 'string')
    return (
      instantForm.test(value) ? new Date(Date.parse(value) + by).toISOString() : value
    ) as Value;
  if (Array.isArray(value)) return value.map((one) => moved(one, by)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, moved(member, by)]),
  ) as Value;
}
