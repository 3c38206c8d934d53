import type { Money, OrderItem, OrderModifier } from '@delivery-api/marketplace-types';
import { isObject } from './order-input.ts';

export const isMoney = (value: unknown): value is Money =>
  isObject(value) && typeof value.amount === 'number';

/** Returns the sum of the amounts. Supplied entries without an amount count as 0. */
export const sumOf = (entries: readonly { amount?: unknown }[]): number =>
  entries.reduce((sum, { amount }) => sum + (isMoney(amount) ? amount.amount : 0), 0);

/** Returns the sum of the total prices of lines or modifiers. */
export const totalOf = (lines: readonly { total_price: Money }[]): number =>
  lines.reduce((sum, { total_price }) => sum + total_price.amount, 0);

/** Returns a line with the amounts calculated from prices and quantities (contract: `Order`). */
export function pricedLine(line: OrderItem): OrderItem {
  const parts = (line.bundle_items ?? []).map(
    ({ quantity, modifiers: partModifiers }) => quantity * totalOf(partModifiers),
  );
  const modifiers = parts.reduce((sum, amount) => sum + amount, totalOf(line.modifiers));
  const { amount, currency } = line.unit_price;
  return {
    ...line,
    modifiers_price: { amount: modifiers, currency },
    total_price: { amount: line.quantity * (amount + modifiers), currency },
  };
}

/** Returns a modifier with the amount calculated from its price and quantities. */
export function pricedModifier(modifier: OrderModifier): OrderModifier {
  const { quantity, included_quantity, unit_price, modifiers } = modifier;
  const paid = Math.max(0, quantity - included_quantity);
  const amount = paid * unit_price.amount + quantity * totalOf(modifiers);
  return { ...modifier, total_price: { amount, currency: unit_price.currency } };
}
