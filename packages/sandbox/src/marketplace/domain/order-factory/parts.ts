import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { Order, TimeWindow } from '../../state/order-model.ts';
import type { DeliveredBy, FulfillmentType } from '../../state/store-model.ts';
import type { OrderPlan } from './plan.ts';

/** Parts of an order, in the forms of the contract; each may be incomplete itself. */
export type Parts = JsonObject;

/** The lists that are completed entry by entry; everything else is laid over what was made up. */
export const partLists = ['items', 'discounts', 'fees', 'tips', 'taxes', 'payments'] as const;
export type PartLists = { [Name in (typeof partLists)[number]]?: JsonObject[] };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of parts that is an object itself; an empty one where there is none. */
export const objectIn = (parts: Parts, name: string): JsonObject => {
  const value = parts[name];
  return isObject(value) ? value : {};
};

/** The lists among the parts; what is no list of objects is told. */
export function listsIn(parts: Parts, faults: ProblemItem[]): PartLists {
  const lists: PartLists = {};
  for (const name of partLists) {
    const value = parts[name];
    if (value === undefined) continue;
    if (!Array.isArray(value))
      faults.push({ pointer: `/order/${name}`, code: 'type', message: 'must be array' });
    else if (name === 'items' && value.length === 0)
      faults.push({ pointer: '/order/items', code: 'min_items', message: 'must NOT be empty' });
    else {
      for (const [index, one] of value.entries())
        if (!isObject(one))
          faults.push({
            pointer: `/order/${name}/${index}`,
            code: 'type',
            message: 'must be object',
          });
      lists[name] = value.filter(isObject);
    }
  }
  return lists;
}

/**
 * What the parts ask of the order before it is made, together with what its scenario asks.
 *
 * @param tell is told where they contradict each other
 */
export function planOf(
  parts: Parts,
  scenario: string | undefined,
  plan: OrderPlan,
  tell: (fault: ProblemItem) => void,
): OrderPlan {
  const wish: OrderPlan = {};
  const take = <Name extends 'type' | 'deliveredBy' | 'mode'>(
    name: Name,
    value: OrderPlan[Name],
    pointer: string,
  ): void => {
    if (value === undefined) return;
    const asked = plan[name];
    if (asked !== undefined && asked !== value) {
      tell({
        pointer,
        code: 'contradicts',
        message: `contradicts the scenario ${scenario}, which needs ${asked}`,
      });
    } else wish[name] = value;
  };
  const { type, delivered_by: by } = objectIn(parts, 'fulfillment');
  take('type', type as FulfillmentType | undefined, '/order/fulfillment/type');
  take('deliveredBy', by as DeliveredBy | undefined, '/order/fulfillment/delivered_by');
  take('mode', objectIn(parts, 'acceptance').mode as OrderPlan['mode'], '/order/acceptance/mode');
  const { schedule, requested_window: window } = objectIn(parts, 'timing');
  if (schedule !== undefined || window !== undefined) {
    if (schedule === 'asap' && window !== undefined) {
      tell({
        pointer: '/order/timing/requested_window',
        code: 'contradicts',
        message: 'does not go with the schedule asap',
      });
    } else if (schedule === 'asap' && plan.isForMidnight) {
      tell({
        pointer: '/order/timing/schedule',
        code: 'contradicts',
        message: `contradicts the scenario ${scenario}, which needs scheduled`,
      });
    } else if (schedule !== 'asap') wish.isForMidnight = true;
    if (isWindow(window)) wish.window = window;
  }
  if (plan.isNested && parts.items !== undefined) {
    tell({
      pointer: '/order/items',
      code: 'contradicts',
      message: `contradicts the scenario ${scenario}, which makes up its items`,
    });
  }
  const payments = Array.isArray(parts.payments) ? parts.payments.filter(isObject) : undefined;
  if (plan.isCash && payments?.some(({ method }) => method === 'cash') === false) {
    tell({
      pointer: '/order/payments',
      code: 'contradicts',
      message: `contradicts the scenario ${scenario}, which needs one in cash`,
    });
  }
  return { ...plan, ...wish };
}

const isWindow = (value: unknown): value is TimeWindow =>
  isObject(value) &&
  [value.starts_at, value.ends_at].every((at) => !Number.isNaN(Date.parse(String(at))));

/**
 * An order with the parts laid over it: objects member by member, everything else as it was given.
 */
export function overlaid(order: Order, parts: Parts): Order {
  const rest = Object.fromEntries(
    Object.entries(parts).filter(([name]) => !(partLists as readonly string[]).includes(name)),
  );
  return laidOver(order as unknown as Json, rest) as unknown as Order;
}

function laidOver(below: Json | undefined, above: Json): Json {
  if (!isObject(below) || !isObject(above)) return above;
  const merged: JsonObject = { ...below };
  for (const [name, value] of Object.entries(above)) merged[name] = laidOver(below[name], value);
  return merged;
}
