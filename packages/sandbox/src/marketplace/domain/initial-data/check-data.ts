import type { Store } from '@delivery-api/marketplace-types';
import { isTimezone } from '../../../kernel/local-time.ts';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { InitialData } from '../../state/load-data.ts';
import type { Order } from '../../state/records.ts';
import { checkAmounts } from '../order-factory/check-amounts.ts';
import type { OrderTransitions } from '../rules/order-transitions.ts';
import type { InitialStore } from './initial-stores.ts';

/**
 * Returns the violations of rules that the schemas cannot express. These rules apply to IDs,
 * references, time zones, amounts, statuses and phases.
 */
export function checkData(
  { stores, menus, orders, integrations }: InitialData,
  initialStores: readonly InitialStore[],
  transitions: OrderTransitions,
): ProblemItem[] {
  const known = new Set(initialStores.map(({ store }) => store.id));
  const unknownStore = (pointer: string, id: string): ProblemItem[] =>
    known.has(id) ? [] : [{ pointer, code: 'unknown_store', message: `no store has the ID ${id}` }];
  return [
    ...checkIds('/stores', stores),
    ...stores.flatMap((store, index) => checkTimezone(store, `/stores/${index}`)),
    ...checkIds('/orders', orders),
    ...orders.flatMap((order, index) => [
      ...checkAmounts(order, `/orders/${index}`),
      ...checkStatus(order, `/orders/${index}`, transitions),
      ...unknownStore(`/orders/${index}/store_id`, order.store_id),
    ]),
    ...Object.entries(integrations).flatMap(([id, name]) =>
      unknownStore(`/integrations/${name}`, id),
    ),
    ...menus.flatMap(({ store_ids }, index) =>
      store_ids.flatMap((id, position) =>
        unknownStore(`/menus/${index}/store_ids/${position}`, id),
      ),
    ),
  ];
}

function checkIds(pointer: string, resources: readonly { id: string }[]): ProblemItem[] {
  const ids = resources.map(({ id }) => id);
  return ids.flatMap((id, index) => {
    if (ids.indexOf(id) === index) return [];
    const message = `must be unique; '${id}' occurs more than once`;
    return [{ pointer: `${pointer}/${index}/id`, code: 'duplicate_id', message }];
  });
}

function checkTimezone({ timezone }: Store, at: string): ProblemItem[] {
  if (isTimezone(timezone)) return [];
  const message = `must be an IANA time zone; got '${timezone}'`;
  return [{ pointer: `${at}/timezone`, code: 'timezone', message }];
}

function checkStatus(
  { status, phase }: Order,
  at: string,
  transitions: OrderTransitions,
): ProblemItem[] {
  if (!transitions.states.includes(status)) {
    const message = `must be one of ${transitions.states.join(', ')}`;
    return [{ pointer: `${at}/status`, code: 'enum', message }];
  }
  const expected = transitions.phaseOf(status);
  if (phase === expected) return [];
  const message = `must be ${expected}, the phase of the status ${status}`;
  return [{ pointer: `${at}/phase`, code: 'phase', message }];
}
