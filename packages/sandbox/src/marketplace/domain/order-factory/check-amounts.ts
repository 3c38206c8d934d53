import type { OrderItem, OrderModifier } from '@delivery-api/marketplace-types';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { Order } from '../../state/records.ts';
import { pricedLine, pricedModifier, sumOf, totalOf } from './amounts.ts';

type Expect = (pointer: string, actual: number, expected: number) => void;

/**
 * Returns an error for each amount in an order that violates the rules of `Order` in the contract,
 * and for each tax entry that repeats another one.
 */
export function checkAmounts(order: Order, at = ''): ProblemItem[] {
  const errors: ProblemItem[] = [];
  const expect: Expect = (pointer, actual, expected) => {
    if (actual === expected) return;
    const message = `must be equal to the sum of its parts, ${expected}; got ${actual}`;
    errors.push({ pointer: `${at}${pointer}`, code: 'does_not_add_up', message });
  };
  const { items, discounts, fees, tips, taxes, payments, totals } = order;
  for (const [index, line] of items.entries()) expectLine(line, `/items/${index}`, expect);
  for (const [index, { amount, funded_by }] of discounts.entries())
    expect(`/discounts/${index}/amount/amount`, amount.amount, sumOf(funded_by));
  const seen = new Set<string>();
  for (const [index, { name, rate, remitted_by }] of taxes.entries()) {
    const key = JSON.stringify([name, rate, remitted_by]);
    if (seen.has(key)) {
      const message = 'has the same name, rate and remitted_by as another entry';
      errors.push({ pointer: `${at}/taxes/${index}`, code: 'unique_items', message });
    }
    seen.add(key);
  }
  expect('/totals/items/amount', totals.items.amount, totalOf(items));
  for (const [name, list] of Object.entries({ discounts, fees, tips })) {
    const total = totals[name as 'discounts' | 'fees' | 'tips'];
    expect(`/totals/${name}/amount`, total.amount, sumOf(list));
  }
  expect('/totals/tax/amount', totals.tax.amount, sumOf(taxes));
  const addedTax = order.prices_include_tax ? 0 : sumOf(taxes);
  const total = totals.items.amount - sumOf(discounts) + sumOf(fees) + sumOf(tips) + addedTax;
  expect('/totals/total/amount', totals.total.amount, total);
  expect('/totals/total/amount', totals.total.amount, sumOf(payments));
  const due = sumOf(payments.filter(({ state }) => state === 'due'));
  expect('/totals/due_at_handover/amount', totals.due_at_handover.amount, due);
  return errors;
}

function expectLine(line: OrderItem, at: string, expect: Expect): void {
  expectModifiers(line.modifiers, at, expect);
  for (const [index, { modifiers }] of (line.bundle_items ?? []).entries())
    expectModifiers(modifiers, `${at}/bundle_items/${index}`, expect);
  const { modifiers_price, total_price } = pricedLine(line);
  expect(`${at}/modifiers_price/amount`, line.modifiers_price.amount, modifiers_price.amount);
  expect(`${at}/total_price/amount`, line.total_price.amount, total_price.amount);
}

function expectModifiers(modifiers: readonly OrderModifier[], at: string, expect: Expect): void {
  for (const [index, modifier] of modifiers.entries()) {
    const pointer = `${at}/modifiers/${index}`;
    expectModifiers(modifier.modifiers, pointer, expect);
    const { total_price } = pricedModifier(modifier);
    expect(`${pointer}/total_price/amount`, modifier.total_price.amount, total_price.amount);
  }
}
