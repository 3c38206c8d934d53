import type { Money } from '@delivery-api/marketplace-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import type { Order } from '../../state/records.ts';
import { isMoney, sumOf } from './amounts.ts';

/** The monetary fields of an order. */
export type Bill = Pick<Order, 'discounts' | 'fees' | 'tips' | 'taxes' | 'payments' | 'totals'>;

// These functions complete supplied entries. Except for payments, they do not add a missing amount,
// so that the schema check reports the entry.

export const completeDiscounts = (
  entries: readonly JsonObject[],
  newId: (prefix: string) => string,
): Bill['discounts'] =>
  entries.map((entry) => ({
    id: newId('dsc'),
    name: 'Discount',
    target: 'order',
    funded_by: isMoney(entry.amount) ? [{ party: 'marketplace', amount: entry.amount }] : [],
    ...entry,
  })) as unknown as Bill['discounts'];

export const completeFees = (entries: readonly JsonObject[]): Bill['fees'] =>
  entries.map((entry) => ({
    type: 'service',
    name: 'Fee',
    received_by: 'marketplace',
    ...entry,
  })) as unknown as Bill['fees'];

export const completeTips = (entries: readonly JsonObject[], recipient: string): Bill['tips'] =>
  entries.map((entry) => ({ recipient, ...entry })) as unknown as Bill['tips'];

/** Completes payments. The first payment without an amount gets the rest of the total. */
export function completePayments(
  entries: readonly JsonObject[],
  total: Money,
  collectedAtHandover: string,
): Bill['payments'] {
  const open = entries.findIndex(({ amount }) => amount === undefined);
  const rest = { ...total, amount: Math.max(0, total.amount - sumOf(entries)) };
  return entries.map((entry, index) => {
    const isDue =
      entry.state === 'due' || entry.method === 'cash' || entry.method === 'card_on_delivery';
    return {
      method: 'online',
      state: isDue ? 'due' : 'paid',
      collected_by: isDue ? collectedAtHandover : 'marketplace',
      ...(index === open && { amount: rest }),
      ...entry,
    };
  }) as unknown as Bill['payments'];
}
