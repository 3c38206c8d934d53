import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { Item, Modifier, Order } from '../../state/order-model.ts';
import type { Money } from '../../state/store-model.ts';
import { pricedModifier } from './lines.ts';
import { taxOn } from './rates.ts';

const sum = (parts: readonly { amount: Money }[]): number =>
  parts.reduce((total, { amount }) => total + amount.amount, 0);

/**
 * Where the money of an order does not add up as the contract's `Order` says; empty when it does,
 * to the last minor unit.
 */
export function moneyFaults(order: Order, at = ''): ProblemItem[] {
  const faults: ProblemItem[] = [];
  const expect = (pointer: string, actual: number, right: number): void => {
    if (actual !== right)
      faults.push({
        pointer: `${at}${pointer}`,
        code: 'does_not_add_up',
        message: `is ${actual}, but its parts come to ${right}`,
      });
  };
  const { items, discounts, fees, tips, taxes, payments, totals } = order;
  for (const [index, line] of items.entries()) expectLine(line, `/items/${index}`, expect);
  for (const [index, { amount, funded_by }] of discounts.entries())
    expect(`/discounts/${index}/amount/amount`, amount.amount, sum(funded_by));
  for (const [index, { amount, taxable_amount, rate }] of taxes.entries()) {
    expect(`/taxes/${index}/amount/amount`, amount.amount, taxOn(taxable_amount.amount, rate));
  }
  expect(
    '/totals/items/amount',
    totals.items.amount,
    items.reduce((total, { total_price }) => total + total_price.amount, 0),
  );
  expect('/totals/discounts/amount', totals.discounts.amount, sum(discounts));
  expect('/totals/fees/amount', totals.fees.amount, sum(fees));
  expect('/totals/tips/amount', totals.tips.amount, sum(tips));
  expect('/totals/tax/amount', totals.tax.amount, sum(taxes));
  const tax = order.prices_include_tax ? 0 : sum(taxes);
  expect(
    '/totals/total/amount',
    totals.total.amount,
    totals.items.amount - sum(discounts) + sum(fees) + sum(tips) + tax,
  );
  expect('/totals/total/amount', totals.total.amount, sum(payments));
  expect(
    '/totals/due_at_handover/amount',
    totals.due_at_handover.amount,
    sum(payments.filter(({ state }) => state === 'due')),
  );
  return faults;
}

type Expect = (pointer: string, actual: number, right: number) => void;

function expectLine(line: Item, at: string, expect: Expect): void {
  for (const [index, modifier] of line.modifiers.entries())
    expectModifier(modifier, `${at}/modifiers/${index}`, expect);
  const each = line.modifiers.reduce((total, { total_price }) => total + total_price.amount, 0);
  expect(`${at}/modifiers_price/amount`, line.modifiers_price.amount, each);
  expect(
    `${at}/total_price/amount`,
    line.total_price.amount,
    line.quantity * (line.unit_price.amount + each),
  );
}

function expectModifier(modifier: Modifier, at: string, expect: Expect): void {
  for (const [index, inner] of modifier.modifiers.entries())
    expectModifier(inner, `${at}/modifiers/${index}`, expect);
  expect(
    `${at}/total_price/amount`,
    modifier.total_price.amount,
    pricedModifier(modifier).total_price.amount,
  );
}
