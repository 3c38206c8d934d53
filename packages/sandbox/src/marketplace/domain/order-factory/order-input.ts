import type { DeliveredBy, FulfillmentType, TimeWindow } from '@delivery-api/marketplace-types';
import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { Order } from '../../state/records.ts';
import type { OrderTemplate } from './order-template.ts';

/** The lists that replace the generated lists. `mergeInput` applies the other members. */
const listNames = ['items', 'discounts', 'fees', 'tips', 'taxes', 'payments'] as const;
export type InputLists = { [Name in (typeof listNames)[number]]?: JsonObject[] };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a member if it is an object, otherwise an empty object. */
export const objectIn = (input: JsonObject, name: string): JsonObject => {
  const value = input[name];
  return isObject(value) ? value : {};
};

/** Returns the lists in the input. Adds an error for each list that is not an array of objects. */
export function listsIn(input: JsonObject, errors: ProblemItem[]): InputLists {
  const lists: InputLists = {};
  for (const name of listNames) {
    const value = input[name];
    const pointer = `/order/${name}`;
    if (value === undefined) continue;
    if (!Array.isArray(value)) errors.push({ pointer, code: 'type', message: 'must be an array' });
    else if (name === 'items' && value.length === 0)
      errors.push({ pointer, code: 'min_items', message: 'must not be empty' });
    else {
      for (const [index, entry] of value.entries()) {
        if (isObject(entry)) continue;
        errors.push({ pointer: `${pointer}/${index}`, code: 'type', message: 'must be an object' });
      }
      lists[name] = value.filter(isObject);
    }
  }
  return lists;
}

/**
 * Returns the template of a scenario with the requirements of the input. Adds an error for each
 * requirement that conflicts with the scenario or with another requirement.
 */
export function templateFrom(
  input: JsonObject,
  scenario: string | undefined,
  template: OrderTemplate,
  errors: ProblemItem[],
): OrderTemplate {
  const result = { ...template };
  const report = (pointer: string, message: string): void =>
    void errors.push({ pointer: `/order${pointer}`, code: 'contradicts', message });
  const needs = (what: string): string => `contradicts the scenario ${scenario}, which ${what}`;
  const take = <Name extends 'type' | 'deliveredBy' | 'mode'>(
    name: Name,
    value: OrderTemplate[Name],
    pointer: string,
  ): void => {
    if (value === undefined) return;
    if (template[name] === undefined || template[name] === value) result[name] = value;
    else report(pointer, needs(`requires ${template[name]}`));
  };
  const { type, delivered_by } = objectIn(input, 'fulfillment');
  const { mode } = objectIn(input, 'acceptance');
  take('type', type as FulfillmentType | undefined, '/fulfillment/type');
  take('deliveredBy', delivered_by as DeliveredBy | undefined, '/fulfillment/delivered_by');
  take('mode', mode as OrderTemplate['mode'], '/acceptance/mode');
  const { schedule, requested_window: window } = objectIn(input, 'timing');
  if (schedule === 'asap' && window !== undefined)
    report('/timing/requested_window', 'is not accepted with the schedule asap');
  else if (schedule === 'asap' && template.isForMidnight)
    report('/timing/schedule', needs('requires scheduled'));
  else if (schedule !== 'asap' && (schedule !== undefined || window !== undefined))
    result.isForMidnight = true;
  if (isWindow(window)) result.window = window;
  if (template.isNested && input.items !== undefined)
    report('/items', needs('generates the items'));
  const { payments } = input;
  const hasNoCash =
    Array.isArray(payments) && !payments.filter(isObject).some(({ method }) => method === 'cash');
  if (template.isCash && hasNoCash) report('/payments', needs('requires a payment in cash'));
  return result;
}

const isWindow = (value: unknown): value is TimeWindow =>
  isObject(value) &&
  [value.starts_at, value.ends_at].every((at) => !Number.isNaN(Date.parse(String(at))));

/**
 * Applies the input, except for the lists in `listNames`, to an order: merges objects, and replaces
 * other members.
 */
export function mergeInput(order: Order, input: JsonObject): Order {
  const members = Object.entries(input).filter(
    ([name]) => !(listNames as readonly string[]).includes(name),
  );
  return merge(order as unknown as Json, Object.fromEntries(members)) as unknown as Order;
}

function merge(below: Json | undefined, above: Json): Json {
  if (!isObject(below) || !isObject(above)) return above;
  const merged: JsonObject = { ...below };
  for (const [name, value] of Object.entries(above)) merged[name] = merge(below[name], value);
  return merged;
}
