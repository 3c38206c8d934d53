import type { Json } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { Order } from '../../state/order-model.ts';
import type { Store } from '../../state/store-model.ts';
import { isObject } from './parts.ts';

/**
 * Where an order that is valid by its form, and adds up, still contradicts itself or the store that
 * it is for.
 */
export function contradictions(order: Order, store: Store | undefined, at: string): ProblemItem[] {
  const faults: ProblemItem[] = [];
  const tell = (place: string, message: string): void =>
    void faults.push({ pointer: `${at}${place}`, code: 'contradicts', message });
  const { acceptance, timing, history, status, created_at: created, fulfillment, currency } = order;
  if (store !== undefined && store.currency !== currency)
    tell('/currency', `is ${currency}, but the store sells in ${store.currency}`);
  else
    for (const place of otherCurrencies(order as unknown as Json, currency))
      tell(place, `is in another currency than the order, ${currency}`);
  if (history.at(-1)?.status !== status) tell('/history', `must end with the status, ${status}`);
  if (
    store !== undefined &&
    !store.fulfillment_options.some((one) => one.type === fulfillment.type)
  )
    tell('/fulfillment/type', `is ${fulfillment.type}, which the store does not offer`);
  const inOrder = (
    first: string | undefined,
    second: string | undefined,
    place: string,
    message: string,
  ): void => {
    if (first !== undefined && second !== undefined && Date.parse(second) < Date.parse(first))
      tell(place, message);
  };
  inOrder(timing.placed_at, created, '/timing/placed_at', 'must not be after created_at');
  inOrder(created, acceptance.accept_by, '/acceptance/accept_by', 'must not be before created_at');
  inOrder(
    created,
    order.acknowledgement.acknowledge_by,
    '/acknowledgement/acknowledge_by',
    'must not be before created_at',
  );
  inOrder(
    timing.estimated_ready_at,
    timing.latest_ready_at,
    '/timing/latest_ready_at',
    'must not be before estimated_ready_at',
  );
  inOrder(
    timing.requested_window?.starts_at,
    timing.requested_window?.ends_at,
    '/timing/requested_window',
    'must not end before it starts',
  );
  if ((timing.schedule === 'scheduled') !== (timing.requested_window !== undefined))
    tell('/timing/requested_window', 'is there with the schedule scheduled, and with no other');
  return faults;
}

/** The places of amounts in another currency. */
function otherCurrencies(value: Json, currency: string, at = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((one, index) => otherCurrencies(one, currency, `${at}/${index}`));
  if (!isObject(value)) return [];
  const own =
    typeof value.amount === 'number' &&
    typeof value.currency === 'string' &&
    value.currency !== currency;
  return own
    ? [`${at}/currency`]
    : Object.entries(value).flatMap(([name, member]) =>
        otherCurrencies(member, currency, `${at}/${name}`),
      );
}
