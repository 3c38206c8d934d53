import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../contract/model.ts';
import { byName, contracts, instances, instancesOf, shown } from './support/contracts.ts';

interface Money {
  amount: number;
  currency: string;
}
interface Modifier {
  line_id: string;
  quantity: number;
  included_quantity: number;
  unit_price: Money;
  total_price: Money;
  modifiers: Modifier[];
}
interface Item {
  line_id: string;
  quantity: number;
  unit_price: Money;
  modifiers_price: Money;
  total_price: Money;
  modifiers: Modifier[];
  bundle_items?: { quantity: number; modifiers: Modifier[] }[];
}
interface Part {
  amount: Money;
}
interface Order {
  prices_include_tax: boolean;
  items: Item[];
  discounts: (Part & { funded_by: Part[] })[];
  fees: Part[];
  tips: Part[];
  taxes: (Part & { name: string; rate: string; remitted_by: string })[];
  payments: (Part & { state: 'paid' | 'due'; change_for?: Money })[];
  totals: Record<
    'items' | 'discounts' | 'fees' | 'tips' | 'tax' | 'total' | 'due_at_handover',
    Money
  >;
}

const as = <T>(value: JsonObject): T => value as unknown as T;
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const amounts = (parts: Part[]): number => sum(parts.map(({ amount }) => amount.amount));
const prices = (modifiers: Modifier[]): number =>
  sum(modifiers.map(({ total_price }) => total_price.amount));

function currencies(value: Json, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) currencies(item, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (key === 'currency' && typeof member === 'string') found.add(member);
      else currencies(member, found);
    }
  }
  return found;
}

describe.each(byName)('the amounts in the %s examples', (_, contract) => {
  it('no example has more than one currency', () => {
    const mixed = shown(contract)
      .filter(({ example }) => currencies(example.value).size > 1)
      .map(({ place }) => place);
    expect(mixed).toEqual([]);
  });

  const breakdowns = instances(contract).filter(
    ({ value }) => Array.isArray(value.components) && 'total' in value,
  );
  it.each(breakdowns.map((one) => [one.place, one] as const))(
    'the total is the sum of the components: %s',
    (_place, { value }) => {
      const { total, components } = as<{ total: Money; components: { amount: number }[] }>(value);
      expect(sum(components.map(({ amount }) => amount))).toBe(total.amount);
    },
  );
});

it('the examples of estimates, bookings and booking events contain price breakdowns', () => {
  const owners = new Set(
    contracts
      .flatMap((contract) => instancesOf(contract, 'PriceBreakdown'))
      .map((one) => one.in.owner),
  );
  expect([...owners]).toEqual(
    expect.arrayContaining([
      'createBooking',
      'getBookingDetails',
      'createEstimate',
      'bookingUpdated',
    ]),
  );
});

const orders = contracts.flatMap((contract) => instancesOf(contract, 'Order'));
describe.each(orders.map((one) => [one.place, as<Order>(one.value)] as const))(
  'the order of %s',
  (_, order) => {
    it('the total of each line and modifier follows from its price and quantity', () => {
      const check = (modifiers: Modifier[]): void => {
        for (const {
          line_id,
          quantity,
          included_quantity,
          unit_price,
          total_price,
          modifiers: inner,
        } of modifiers) {
          expect(total_price.amount, line_id).toBe(
            Math.max(0, quantity - included_quantity) * unit_price.amount +
              quantity * prices(inner),
          );
          check(inner);
        }
      };
      for (const {
        line_id,
        quantity,
        unit_price,
        modifiers_price,
        total_price,
        modifiers,
        bundle_items = [],
      } of order.items) {
        check(modifiers);
        for (const part of bundle_items) check(part.modifiers);
        const parts = bundle_items.map((part) => part.quantity * prices(part.modifiers));
        expect(modifiers_price.amount, line_id).toBe(prices(modifiers) + sum(parts));
        expect(total_price.amount, line_id).toBe(
          quantity * (unit_price.amount + modifiers_price.amount),
        );
      }
    });

    it('each order has totals that are the sums of its arrays, and a total that follows from them', () => {
      const { totals } = order;
      expect({ ...totals }).toMatchObject({
        items: { amount: sum(order.items.map(({ total_price }) => total_price.amount)) },
        discounts: { amount: amounts(order.discounts) },
        fees: { amount: amounts(order.fees) },
        tips: { amount: amounts(order.tips) },
        tax: { amount: amounts(order.taxes) },
      });
      const tax = order.prices_include_tax ? 0 : totals.tax.amount;
      expect(totals.total.amount).toBe(
        totals.items.amount -
          totals.discounts.amount +
          totals.fees.amount +
          totals.tips.amount +
          tax,
      );
    });

    it('the payments add up to the total, the due payments to due_at_handover, and change_for covers its payment', () => {
      expect(amounts(order.payments)).toBe(order.totals.total.amount);
      expect(order.totals.due_at_handover.amount).toBe(
        amounts(order.payments.filter(({ state }) => state === 'due')),
      );
      for (const { amount, change_for } of order.payments)
        if (change_for) expect(change_for.amount).toBeGreaterThanOrEqual(amount.amount);
    });

    it('each discount is the sum of its `funded_by` amounts, and no tax occurs twice', () => {
      for (const { amount, funded_by } of order.discounts)
        expect(amounts(funded_by)).toBe(amount.amount);
      const keys = order.taxes.map(({ name, rate, remitted_by }) =>
        [name, rate, remitted_by].join(),
      );
      expect(new Set(keys).size).toBe(keys.length);
    });
  },
);

it('the examples contain several orders, at least one of them with nested modifiers', () => {
  expect(orders.length).toBeGreaterThan(1);
  expect(
    orders.some(({ value }) =>
      as<Order>(value).items.some(({ modifiers }) =>
        modifiers.some((one) => one.modifiers.length > 0),
      ),
    ),
  ).toBe(true);
});
