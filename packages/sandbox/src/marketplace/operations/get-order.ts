import type { Command } from '../../kernel/command.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { isForeign } from '../../kernel/tokens.ts';
import { expire } from '../domain/orders/deadlines.ts';
import type { MarketplaceState } from '../state/marketplace-state.ts';
import type { Item, Modifier, Order } from '../state/order-model.ts';
import type { OrderRecord } from '../state/order-record.ts';

const day = 24 * 3_600_000;
/**
 * How long an order can be read after its end, and how long with personal data (contract:
 * "Limits").
 */
const readableFor = 400 * day;
const personalFor = 30 * day;

/**
 * The order that a call names.
 *
 * @throws {ProblemError} `order_not_found`, also for the orders of others
 */
export function findOrder(market: MarketplaceState, { parameters, token }: Command): OrderRecord {
  const id = parameters.get('id') ?? '';
  const record = isForeign(token) ? undefined : market.orders.get(id);
  if (record === undefined)
    throw new ProblemError('order_not_found', `None of your stores has an order ${id}.`);
  // A timer of the machine may be late by a moment; the deadline is not.
  const { accept_by: acceptBy } = record.order.acceptance;
  if (acceptBy !== undefined && market.parts.clock.now() > Date.parse(acceptBy))
    expire(market, record);
  return record;
}

/**
 * The order that a call reads: without personal data from the 30th day after its end on.
 *
 * @throws {ProblemError} `order_not_found`, also for the orders of others; `resource_expired` 400 days
 * after its end, or when it has made room for later ones
 */
export function readOrder(market: MarketplaceState, call: Command): Order {
  const id = call.parameters.get('id') ?? '';
  if (!isForeign(call.token) && market.orders.hasForgotten(id)) {
    throw new ProblemError(
      'resource_expired',
      `The order ${id} has ended and made room: the last ${market.parts.maxEntries} finished ones are kept.`,
    );
  }
  const { parts } = market;
  const { order } = findOrder(market, call);
  const age = order.closed_at === undefined ? 0 : parts.clock.now() - Date.parse(order.closed_at);
  if (age >= readableFor)
    throw new ProblemError(
      'resource_expired',
      `The order ${order.id} ended more than 400 days ago and was deleted.`,
    );
  if (age < personalFor) return order;
  const { customer: _, ...rest } = order;
  if (rest.fulfillment.type !== 'delivery') return rest;
  const { address: __, instructions: ___, ...fulfillment } = rest.fulfillment;
  return { ...rest, fulfillment };
}

/** The item behind a `line_id` of an order, be it of a line or of a modifier. */
export function lineOf({ items }: Order, lineId: string): Item | Modifier | undefined {
  const search = (lines: readonly (Item | Modifier)[]): Item | Modifier | undefined => {
    for (const line of lines) {
      const found = line.line_id === lineId ? line : search(line.modifiers);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(items);
}

/** @throws {ProblemError} `line_not_found`, with every line id that is not one of the order's */
export function refuseUnknownLines(
  order: Order,
  lines: readonly { line_id: string }[],
  at: string,
): void {
  const faults = lines.flatMap(({ line_id }, index) =>
    lineOf(order, line_id) === undefined
      ? [
          {
            pointer: `${at}/${index}/line_id`,
            code: 'unknown_line',
            message: `the order has no line ${line_id}`,
          },
        ]
      : [],
  );
  if (faults.length === 0) return;
  throw new ProblemError(
    'line_not_found',
    `${faults.length === 1 ? '1 line id is' : `${faults.length} line ids are`} not of this order.`,
    { errors: faults },
  );
}
