import type { Store } from '@delivery-api/marketplace-types';
import type { Json } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { Order } from '../../state/records.ts';
import { isObject } from './order-input.ts';

/**
 * Returns an error for each field of an order that is inconsistent with other fields or with the
 * store. The order must match its schema.
 */
export function checkConsistency(
  order: Order,
  store: Store | undefined,
  at: string,
): ProblemItem[] {
  const errors: ProblemItem[] = [];
  const report = (pointer: string, message: string): void =>
    void errors.push({ pointer: `${at}${pointer}`, code: 'contradicts', message });
  const { acceptance, acknowledgement, timing, created_at: created, fulfillment, currency } = order;
  if (store !== undefined && store.currency !== currency)
    report('/currency', `must be ${store.currency}, the currency of the store; got ${currency}`);
  else
    for (const pointer of otherCurrencies(order as unknown as Json, currency))
      report(pointer, `must be ${currency}, the currency of the order`);
  if (order.history.at(-1)?.status !== order.status)
    report('/history', `must end with an entry for ${order.status}, the status of the order`);
  if (store?.fulfillment_options.every(({ type }) => type !== fulfillment.type))
    report(
      '/fulfillment/type',
      `must be one of the fulfillment_options of the store; got ${fulfillment.type}`,
    );
  const isDeliveredByStore =
    fulfillment.type === 'delivery' && fulfillment.delivered_by === 'merchant';
  if (isDeliveredByStore && order.notes?.handover !== undefined)
    report('/notes/handover', 'must be in fulfillment.instructions, because the store delivers');
  const checkTimes = (
    pointer: string,
    first: string | undefined,
    second: string | undefined,
    message: string,
  ): void => {
    if (first !== undefined && second !== undefined && Date.parse(second) < Date.parse(first))
      report(pointer, message);
  };
  const { estimated_ready_at: ready, latest_ready_at: latest, requested_window: window } = timing;
  const { acknowledge_by: acknowledgeBy } = acknowledgement;
  const notBefore = 'must not be before';
  checkTimes('/timing/placed_at', timing.placed_at, created, 'must not be after created_at');
  checkTimes('/acceptance/accept_by', created, acceptance.accept_by, `${notBefore} created_at`);
  checkTimes('/acknowledgement/acknowledge_by', created, acknowledgeBy, `${notBefore} created_at`);
  checkTimes('/timing/latest_ready_at', ready, latest, `${notBefore} estimated_ready_at`);
  const pointer = '/timing/requested_window';
  checkTimes(pointer, window?.starts_at, window?.ends_at, 'must not end before it starts');
  if ((timing.schedule === 'scheduled') !== (window !== undefined))
    report(pointer, 'must be present if and only if timing.schedule is scheduled');
  return errors;
}

/** Returns the pointers to the `currency` members of amounts that are not in `currency`. */
function otherCurrencies(value: Json, currency: string, at = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => otherCurrencies(item, currency, `${at}/${index}`));
  if (!isObject(value)) return [];
  const { amount, currency: own } = value;
  if (typeof amount === 'number' && typeof own === 'string' && own !== currency)
    return [`${at}/currency`];
  return Object.entries(value).flatMap(([name, member]) =>
    otherCurrencies(member, currency, `${at}/${name}`),
  );
}
