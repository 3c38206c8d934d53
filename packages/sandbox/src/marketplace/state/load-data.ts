import type { Json, JsonObject, Operation } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../kernel/problem-error.ts';
import { isTimezone } from '../../kernel/time-zone.ts';
import type { ClosedCheck } from '../../validation/closed-check.ts';
import type { CheckForm } from '../domain/menus/schema-check.ts';
import { moved, refuse } from '../domain/order-factory/given-order.ts';
import { moneyFaults } from '../domain/order-factory/money-rules.ts';
import type { OrderSteps } from '../domain/orders/steps.ts';
import type { Examples } from './examples.ts';
import type { Submission } from './menu-model.ts';
import type { Order } from './order-model.ts';
import { contentOf, type Seed, seed, seedsFrom } from './seeds.ts';
import type { Store } from './store-model.ts';

/** What a sandbox is to begin with. */
export interface GivenWorld {
  seeds: Seed[];
  orders: Order[];
}

/**
 * Reads the data of a reset: `stores` as the contract's `Store`, `menus` as it is submitted,
 * `orders` as the contract's `Order`. What is
 * left out comes from the contract's examples; orders are none then.
 *
 * @throws {ProblemError} `validation_failed`, with everything that is wrong with it
 */
export function readWorld(
  examples: Examples,
  steps: OrderSteps,
  check: ClosedCheck,
  checkForm: CheckForm,
  submitMenu: Operation,
  data: JsonObject,
): GivenWorld {
  const faults: ProblemItem[] = [];
  const listOf = (name: string): Json[] => {
    const value = data[name] ?? [];
    if (Array.isArray(value)) return value;
    faults.push({ pointer: `/${name}`, code: 'type', message: 'must be a list' });
    return [];
  };
  for (const name of Object.keys(data)) {
    if (!['stores', 'menus', 'orders'].includes(name)) {
      faults.push({
        pointer: `/${name}`,
        code: 'additional_properties',
        message: 'is not known here; stores, menus and orders are',
      });
    }
  }
  const [stores, menus, orders] = [listOf('stores'), listOf('menus'), listOf('orders')];
  for (const [index, store] of stores.entries())
    faults.push(...check('Store', store, `/stores/${index}`));
  for (const [index, order] of orders.entries())
    faults.push(...check('Order', order, `/orders/${index}`));
  for (const [index, menu] of menus.entries()) {
    const { frame, entities } = checkForm(submitMenu, menu);
    faults.push(
      ...[...frame, ...entities].map((fault) => ({
        ...fault,
        pointer: `/menus/${index}${fault.pointer}`,
      })),
    );
  }
  refuse(faults);
  const seeds = seedsOf(examples, stores as unknown as Store[], menus as unknown as Submission[]);
  const given = (orders as unknown as Order[]).map((order) => moved({ ...order, test: true }, 0));
  refuse([
    ...storeFaults(stores as unknown as Store[]),
    ...orderFaults(given, seeds, steps),
    ...menuFaults(menus as unknown as Submission[], seeds),
  ]);
  return { seeds, orders: given };
}

function seedsOf(
  examples: Examples,
  stores: readonly Store[],
  menus: readonly Submission[],
): Seed[] {
  const usual = seedsFrom(examples);
  const first =
    stores.length === 0
      ? usual
      : stores.map((store) => seed(store, usual.find((one) => one.store.id === store.id)?.content));
  return first.map((one) => {
    const menu = menus.findLast(({ store_ids }) => store_ids.includes(one.store.id));
    return menu === undefined ? one : seed(one.store, contentOf(menu));
  });
}

function storeFaults(stores: readonly Store[]): ProblemItem[] {
  const ids = stores.map(({ id }) => id);
  return stores.flatMap(({ id, timezone }, index) => [
    ...(isTimezone(timezone)
      ? []
      : [
          {
            pointer: `/stores/${index}/timezone`,
            code: 'timezone',
            message: `${timezone} is not a time zone`,
          },
        ]),
    ...(ids.indexOf(id) === index
      ? []
      : [
          {
            pointer: `/stores/${index}/id`,
            code: 'duplicate_id',
            message: `the id ${id} stands twice`,
          },
        ]),
  ]);
}

function orderFaults(
  orders: readonly Order[],
  seeds: readonly Seed[],
  steps: OrderSteps,
): ProblemItem[] {
  const ids = orders.map(({ id }) => id);
  return orders.flatMap((order, index) => [
    ...moneyFaults(order, `/orders/${index}`),
    ...statusFaults(order, `/orders/${index}`, steps),
    ...(seeds.some(({ store }) => store.id === order.store_id)
      ? []
      : [
          {
            pointer: `/orders/${index}/store_id`,
            code: 'unknown_store',
            message: `there is no store ${order.store_id}`,
          },
        ]),
    ...(ids.indexOf(order.id) === index
      ? []
      : [
          {
            pointer: `/orders/${index}/id`,
            code: 'duplicate_id',
            message: `the id ${order.id} stands twice`,
          },
        ]),
  ]);
}

function statusFaults({ status, phase }: Order, at: string, steps: OrderSteps): ProblemItem[] {
  if (!steps.states.includes(status)) {
    return [
      {
        pointer: `${at}/status`,
        code: 'enum',
        message: `must be a status that can be played: ${steps.states.join(', ')}`,
      },
    ];
  }
  const right = steps.phaseOf(status);
  return phase === right
    ? []
    : [
        {
          pointer: `${at}/phase`,
          code: 'phase',
          message: `must be ${right}, to which the status ${status} belongs`,
        },
      ];
}

const menuFaults = (menus: readonly Submission[], seeds: readonly Seed[]): ProblemItem[] =>
  menus.flatMap(({ store_ids }, index) =>
    store_ids.flatMap((id, at) =>
      seeds.some(({ store }) => store.id === id)
        ? []
        : [
            {
              pointer: `/menus/${index}/store_ids/${at}`,
              code: 'unknown_store',
              message: `there is no store ${id}`,
            },
          ],
    ),
  );
