import type { JsonObject } from '@delivery-api/specs/contract';
import type { Bill, Table } from './bill.ts';
import { isObject, type PartLists } from './parts.ts';

type Complete = {
  [Name in 'discounts' | 'fees' | 'tips' | 'payments']: (
    parts: JsonObject[],
    table: Table,
    total: number,
  ) => Bill[Name];
};

/**
 * What of a bill was given, with what can be told of the rest. An entry without an amount stays
 * one, for the check of the form to find.
 */
export const completed: Complete = {
  discounts: (parts, { newId }) =>
    parts.map((part) => ({
      id: newId('dsc'),
      name: 'Discount',
      target: 'order',
      funded_by: isMoney(part.amount) ? [{ party: 'marketplace', amount: part.amount }] : [],
      ...part,
    })) as unknown as Bill['discounts'],
  fees: (parts) =>
    parts.map((part) => ({
      type: 'service',
      name: 'Fee',
      received_by: 'marketplace',
      ...part,
    })) as unknown as Bill['fees'],
  tips: (parts, { type }) =>
    parts.map((part) => ({
      recipient: type === 'delivery' ? 'courier' : 'merchant',
      ...part,
    })) as unknown as Bill['tips'],
  payments(parts, { courierOf, live }, total) {
    const open = parts.findIndex(({ amount }) => amount === undefined);
    const rest = { amount: Math.max(0, total - sumOf(parts)), currency: live.content.currency };
    return parts.map((part, index) => {
      const isLater =
        part.state === 'due' || part.method === 'cash' || part.method === 'card_on_delivery';
      const atTheDoor = courierOf === 'marketplace' ? 'courier' : 'merchant';
      const usual = {
        method: 'online',
        state: isLater ? 'due' : 'paid',
        collected_by: isLater ? atTheDoor : 'marketplace',
      };
      return { ...usual, ...(index === open && { amount: rest }), ...part };
    }) as unknown as Bill['payments'];
  },
};

/** The sum of what has an amount. */
export const sumOf = (parts: readonly object[]): number =>
  parts.reduce(
    (sum, part) =>
      sum +
      (isMoney((part as JsonObject).amount)
        ? (part as { amount: { amount: number } }).amount.amount
        : 0),
    0,
  );

const isMoney = (value: unknown): value is { amount: number; currency: string } =>
  isObject(value) && typeof value.amount === 'number';

/** The lists of a bill that were given. */
export type GivenBill = Omit<PartLists, 'items'>;
