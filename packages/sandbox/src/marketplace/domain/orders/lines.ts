import type { OrderBundleItem, OrderItem, OrderModifier } from '@delivery-api/marketplace-types';
import { ProblemError } from '../../../kernel/problem-error.ts';
import { errorSummary } from '../../../validation/error-summary.ts';
import type { Order } from '../../state/records.ts';

type Line = OrderItem | OrderBundleItem | OrderModifier;

/** Returns all lines of an order, including modifiers and bundle parts, at every level. */
export const linesOf = ({ items }: Order): Line[] => items.flatMap(withParts);

const withParts = (line: Line): Line[] => {
  const parts = 'bundle_items' in line ? (line.bundle_items ?? []) : [];
  return [line, ...[...line.modifiers, ...parts].flatMap(withParts)];
};

/** Returns the line, bundle part or modifier with an ID. */
export const lineOf = (order: Order, lineId: string): Line | undefined =>
  linesOf(order).find(({ line_id }) => line_id === lineId);

/**
 * Rejects a request with line IDs that do not belong to the order.
 *
 * @throws {ProblemError} `line_not_found` with an error for each of these lines
 */
export function rejectUnknownLines(
  order: Order,
  lines: readonly { line_id: string }[],
  pointer: string,
): void {
  const errors = lines.flatMap(({ line_id }, index) => {
    if (lineOf(order, line_id) !== undefined) return [];
    const message = `no line of the order has the ID ${line_id}`;
    return [{ pointer: `${pointer}/${index}/line_id`, code: 'unknown_line', message }];
  });
  if (errors.length > 0) throw new ProblemError('line_not_found', errorSummary(errors), { errors });
}
