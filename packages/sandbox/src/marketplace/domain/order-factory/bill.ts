import type {
  DeliveredBy,
  FulfillmentType,
  Money,
  OrderDiscount,
  OrderFee,
  OrderItem,
  OrderModifier,
  OrderPayment,
  OrderTax,
  OrderTip,
  Store,
} from '@delivery-api/marketplace-types';
import type { Random } from '../../../kernel/random.ts';
import type { LiveMenu } from '../menus/live-menu.ts';
import { sumOf, totalOf } from './amounts.ts';
import {
  type Bill,
  completeDiscounts,
  completeFees,
  completePayments,
  completeTips,
} from './complete-bill.ts';
import type { InputLists } from './order-input.ts';
import type { OrderTemplate } from './order-template.ts';
import { makeTaxes } from './taxes.ts';

export interface BillInput {
  lines: OrderItem[];
  menu: LiveMenu;
  store: Store;
  type: FulfillmentType;
  /** The party whose courier delivers the order; `undefined` if the order is not a delivery. */
  courierOf: DeliveredBy | undefined;
  template: OrderTemplate;
  random: Random;
  newId: (prefix: string) => string;
  /** Supplied lists, which replace the generated lists. */
  lists: InputLists;
}

type ToMoney = (amount: number) => Money;

/** Creates the bill of an order. The generated amounts satisfy all rules of the contract. */
export function makeBill(input: BillInput): Bill {
  const { lines, store, menu, lists, type, courierOf, newId } = input;
  const { currency, prices_include_tax } = menu.content;
  const money = (amount: number): Money => ({ amount, currency });
  const items = totalOf(lines);
  // The generated fees and tips are this amount or a fraction of it.
  const baseAmount = roundAmount(items / 12);
  const discounts = lists.discounts
    ? completeDiscounts(lists.discounts, newId)
    : makeDiscounts(input, items, money);
  const fees = lists.fees ? completeFees(lists.fees) : makeFees(input, baseAmount, money);
  const tips = lists.tips
    ? completeTips(lists.tips, type === 'delivery' ? 'courier' : 'merchant')
    : makeTips(input, baseAmount, money);
  const taxes = lists.taxes
    ? (lists.taxes as unknown as OrderTax[])
    : makeTaxes(lines, menu, store.address.country, sumOf(discounts), fees);
  const [discount, tax] = [sumOf(discounts), sumOf(taxes)];
  const total = items - discount + sumOf(fees) + sumOf(tips) + (prices_include_tax ? 0 : tax);
  const collector = courierOf === 'marketplace' ? 'courier' : 'merchant';
  const payments = lists.payments
    ? completePayments(lists.payments, money(total), collector)
    : makePayments(input, total, money, collector);
  return {
    discounts,
    fees,
    tips,
    taxes,
    payments,
    totals: {
      items: money(items),
      discounts: money(discount),
      fees: money(sumOf(fees)),
      tips: money(sumOf(tips)),
      tax: money(tax),
      total: money(total),
      due_at_handover: money(sumOf(payments.filter(({ state }) => state === 'due'))),
    },
  };
}

/** Rounds an amount to two significant digits, and to at least 1. */
function roundAmount(amount: number): number {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 1);
  return Math.max(1, Math.round(amount / scale) * scale);
}

function makeDiscounts(
  { random, newId }: BillInput,
  items: number,
  money: ToMoney,
): OrderDiscount[] {
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
  { lines, menu, courierOf, template }: BillInput,
  baseAmount: number,
  money: ToMoney,
): OrderFee[] {
  const charged = (member: 'packaging_fee' | 'deposit'): number =>
    lines.reduce(
      (total, line) =>
        total +
        itemsOf(line).reduce(
          (all, [id, count]) => all + (menu.item(id)?.[member]?.amount ?? 0) * count,
          0,
        ),
      0,
    );
  const fees: OrderFee[] = [
    ...(courierOf === undefined
      ? []
      : [
          { type: 'delivery', name: 'Delivery', amount: money(baseAmount), received_by: courierOf },
        ]),
    ...(courierOf === 'marketplace'
      ? [
          {
            type: 'service',
            name: 'Service',
            amount: money(Math.ceil(baseAmount / 3)),
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
    ...(template.hasUnknownValues
      ? [
          {
            type: 'weather',
            name: 'Bad weather',
            amount: money(Math.ceil(baseAmount / 2)),
            received_by: 'courier',
          },
        ]
      : []),
  ];
  return fees.filter(({ amount }) => amount.amount > 0);
}

/** Returns the items in a line, including bundle parts and all modifiers, with their quantities. */
export function itemsOf(line: OrderItem): [string, number][] {
  const below = (modifiers: readonly OrderModifier[], times: number): [string, number][] =>
    modifiers.flatMap(({ item_id, quantity, modifiers: inner }) => [
      [item_id, times * quantity] as [string, number],
      ...below(inner, times * quantity),
    ]);
  const parts = (line.bundle_items ?? []).flatMap(({ item_id, quantity, modifiers }) => {
    const count = line.quantity * quantity;
    return [[item_id, count] as [string, number], ...below(modifiers, count)];
  });
  return [[line.item_id, line.quantity], ...below(line.modifiers, line.quantity), ...parts];
}

function makeTips({ type, random }: BillInput, baseAmount: number, money: ToMoney): OrderTip[] {
  if (type === 'pickup' || random.next() > 0.4) return [];
  return [{ recipient: type === 'delivery' ? 'courier' : 'merchant', amount: money(baseAmount) }];
}

const brands: Readonly<Record<string, string>> = {
  NL: 'iDEAL',
  SE: 'Swish',
  JP: 'JCB',
  US: 'Visa',
  KW: 'KNET',
};

function makePayments(
  { courierOf, template, random, store }: BillInput,
  total: number,
  money: ToMoney,
  collector: string,
): OrderPayment[] {
  const brand = brands[store.address.country] ?? 'Mastercard';
  if (template.hasUnknownValues)
    return [
      { method: 'direct_debit', state: 'paid', amount: money(total), collected_by: 'marketplace' },
    ];
  if (template.isCash)
    return [
      {
        method: 'cash',
        state: 'due',
        amount: money(total),
        collected_by: collector,
        change_for: money(banknoteAbove(total)),
      },
    ];
  const chance = random.next();
  if (chance < 0.1 && courierOf !== 'marketplace')
    return [
      { method: 'card_on_delivery', state: 'due', amount: money(total), collected_by: collector },
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

/** Returns a simulated banknote above an amount: 1, 2, 5 or 10 times a power of ten. */
function banknoteAbove(amount: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(1, amount)));
  return [1, 2, 5, 10].map((digit) => digit * scale).find((note) => note > amount) ?? amount + 1;
}
