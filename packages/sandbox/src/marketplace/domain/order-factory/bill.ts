import type { Random } from '../../../kernel/random.ts';
import type {
  Discount,
  Item,
  Modifier,
  Order,
  OrderFee,
  Payment,
  Tax,
  Tip,
} from '../../state/order-model.ts';
import type { DeliveredBy, FulfillmentType, Money, Store } from '../../state/store-model.ts';
import type { LiveMenu } from '../menus/live-menu.ts';
import { completed, type GivenBill, sumOf as sum } from './given-bill.ts';
import type { OrderPlan } from './plan.ts';
import { ratesOf, scaledRate, taxableIn, taxOn } from './rates.ts';

/** The part of an order that is money. */
export type Bill = Pick<Order, 'discounts' | 'fees' | 'tips' | 'taxes' | 'payments' | 'totals'>;

/** What a bill is made from. */
export interface Table {
  lines: Item[];
  live: LiveMenu;
  store: Store;
  type: FulfillmentType;
  courierOf: DeliveredBy | undefined;
  plan: OrderPlan;
  random: Random;
  newId: (prefix: string) => string;
  /** What was given of it, instead of what would be made up. */
  given: GivenBill;
}

/**
 * Works out what an order costs, such that every rule of the contract about its money holds to the
 * minor unit.
 */
export function makeBill(table: Table): Bill {
  const { lines, store, live, given } = table;
  const { currency } = live.content;
  const money = (amount: number): Money => ({ amount, currency });
  const items = lines.reduce((total, { total_price }) => total + total_price.amount, 0);
  const unit = handy(items / 12);
  const discounts = given.discounts
    ? completed.discounts(given.discounts, table, 0)
    : makeDiscounts(table, items, money);
  const fees = given.fees ? completed.fees(given.fees, table, 0) : makeFees(table, unit, money);
  const tips = given.tips ? completed.tips(given.tips, table, 0) : makeTips(table, unit, money);
  const taxes = given.taxes
    ? (given.taxes as unknown as Tax[])
    : makeTaxes(table, sum(discounts), fees, money);
  const tax = sum(taxes);
  const total =
    items - sum(discounts) + sum(fees) + sum(tips) + (live.content.prices_include_tax ? 0 : tax);
  const payments = given.payments
    ? completed.payments(given.payments, table, total)
    : makePayments(table, total, money, store.address.country);
  const due = sum(payments.filter(({ state }) => state === 'due'));
  return {
    discounts,
    fees,
    tips,
    taxes,
    payments,
    totals: {
      items: money(items),
      discounts: money(sum(discounts)),
      fees: money(sum(fees)),
      tips: money(sum(tips)),
      tax: money(tax),
      total: money(total),
      due_at_handover: money(due),
    },
  };
}

/** A round amount near another one, in any currency: two digits, then noughts. */
function handy(amount: number): number {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 1);
  return Math.max(1, Math.round(amount / scale) * scale);
}

function makeDiscounts(
  { random, newId }: Table,
  items: number,
  money: (amount: number) => Money,
): Discount[] {
  const amount = Math.floor(items / 10);
  if (amount === 0 || random.next() > 0.25) return [];
  const share = Math.floor((amount * 3) / 4);
  const funded_by = [
    { party: 'marketplace', amount: money(share) },
    { party: 'merchant', amount: money(amount - share) },
  ].filter((part) => part.amount.amount > 0);
  return [
    {
      id: newId('dsc'),
      name: 'Ten percent off',
      code: 'TEN',
      target: 'order',
      amount: money(amount),
      funded_by,
    },
  ];
}

function makeFees(
  { lines, live, courierOf, plan }: Table,
  unit: number,
  money: (amount: number) => Money,
): OrderFee[] {
  const charged = (member: 'packaging_fee' | 'deposit'): number =>
    lines.reduce(
      (total, line) =>
        total +
        partsOf(line).reduce(
          (all, [id, count]) => all + (live.item(id)?.[member]?.amount ?? 0) * count,
          0,
        ),
      0,
    );
  const fees: OrderFee[] = [
    ...(courierOf === undefined
      ? []
      : [{ type: 'delivery', name: 'Delivery', amount: money(unit), received_by: courierOf }]),
    ...(courierOf === 'marketplace'
      ? [
          {
            type: 'service',
            name: 'Service',
            amount: money(Math.ceil(unit / 3)),
            received_by: 'marketplace',
          },
        ]
      : []),
    {
      type: 'packaging',
      name: 'Packaging',
      amount: money(charged('packaging_fee')),
      received_by: 'merchant',
    },
    {
      type: 'deposit',
      name: 'Deposit',
      amount: money(charged('deposit')),
      received_by: 'merchant',
    },
    ...(plan.hasUnknownValues
      ? [
          {
            type: 'weather',
            name: 'Bad weather',
            amount: money(Math.ceil(unit / 2)),
            received_by: 'courier',
          },
        ]
      : []),
  ];
  return fees.filter(({ amount }) => amount.amount > 0);
}

/** The items of a line and of its modifiers, with how many there are of each. */
export function partsOf(line: Item): [string, number][] {
  const below = (modifiers: readonly Modifier[], times: number): [string, number][] =>
    modifiers.flatMap(({ item_id, quantity, modifiers: inner }) => [
      [item_id, times * quantity] as [string, number],
      ...below(inner, times * quantity),
    ]);
  return [[line.item_id, line.quantity], ...below(line.modifiers, line.quantity)];
}

function makeTips({ type, random }: Table, unit: number, money: (amount: number) => Money): Tip[] {
  if (type === 'pickup' || random.next() > 0.4) return [];
  return [{ recipient: type === 'delivery' ? 'courier' : 'merchant', amount: money(unit) }];
}

/**
 * One entry for each rate, and for each who pays it to the state. The discount makes all items
 * cheaper alike.
 */
function makeTaxes(
  { lines, live, store }: Table,
  discount: number,
  fees: readonly OrderFee[],
  money: (amount: number) => Money,
): Tax[] {
  const usual = ratesOf(store.address.country);
  const isIncluded = live.content.prices_include_tax;
  const bases = new Map<string, { rate: string; remitter: string; amount: number }>();
  const add = (rate: string | undefined, remitter: string, amount: number): void => {
    if (rate === undefined || scaledRate(rate) === 0 || amount <= 0) return;
    const key = `${remitter} ${scaledRate(rate)}`;
    bases.set(key, {
      rate: bases.get(key)?.rate ?? rate,
      remitter,
      amount: (bases.get(key)?.amount ?? 0) + amount,
    });
  };
  const items = lines.reduce((total, { total_price }) => total + total_price.amount, 0);
  let left = discount;
  for (const [index, { item_id, total_price }] of lines.entries()) {
    const share =
      index === lines.length - 1
        ? left
        : Math.floor((discount * total_price.amount) / Math.max(1, items));
    left -= share;
    add(live.item(item_id)?.tax?.rate ?? usual?.food, 'merchant', total_price.amount - share);
  }
  for (const { type, amount, received_by } of fees) {
    if (amount === undefined) continue;
    if (type === 'packaging') add(usual?.food, 'merchant', amount.amount);
    else if (received_by === 'marketplace') add(usual?.service, 'marketplace', amount.amount);
    else if (type === 'delivery') add(usual?.service, 'merchant', amount.amount);
  }
  return [...bases.values()].map(({ rate, remitter, amount }) => {
    const taxable = isIncluded ? taxableIn(amount, rate) : amount;
    return {
      name: `${usual?.name ?? 'Tax'} ${rate}%`,
      rate,
      taxable_amount: money(taxable),
      amount: money(taxOn(taxable, rate)),
      remitted_by: remitter,
    };
  });
}

const brands: Readonly<Record<string, string>> = {
  NL: 'iDEAL',
  SE: 'Swish',
  JP: 'JCB',
  US: 'Visa',
  KW: 'KNET',
};

function makePayments(
  { courierOf, plan, random }: Table,
  total: number,
  money: (amount: number) => Money,
  country: string,
): Payment[] {
  const atTheDoor = courierOf === 'marketplace' ? 'courier' : 'merchant';
  const brand = brands[country] ?? 'Mastercard';
  if (plan.hasUnknownValues)
    return [
      { method: 'direct_debit', state: 'paid', amount: money(total), collected_by: 'marketplace' },
    ];
  if (plan.isCash)
    return [
      {
        method: 'cash',
        state: 'due',
        amount: money(total),
        collected_by: atTheDoor,
        change_for: money(noteAbove(total)),
      },
    ];
  const chance = random.next();
  if (chance < 0.1 && courierOf !== 'marketplace')
    return [
      { method: 'card_on_delivery', state: 'due', amount: money(total), collected_by: atTheDoor },
    ];
  const balance = chance > 0.85 ? Math.floor(total / 5) : 0;
  return [
    ...(balance > 0
      ? [
          {
            method: 'wallet',
            state: 'paid' as const,
            amount: money(balance),
            collected_by: 'marketplace',
          },
        ]
      : []),
    {
      method: 'online',
      brand,
      state: 'paid',
      amount: money(total - balance),
      collected_by: 'marketplace',
    },
  ];
}

/** The next banknote, or round sum of banknotes, above an amount. */
function noteAbove(amount: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(1, amount)));
  return [1, 2, 5, 10].map((digit) => digit * scale).find((note) => note > amount) ?? amount + 1;
}
