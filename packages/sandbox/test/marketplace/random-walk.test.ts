import type { Store } from '@delivery-api/marketplace-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../src/marketplace/state/records.ts';
import {
  amsterdam,
  austin,
  contract,
  kuwait,
  Marketplace,
  minute,
  requestExample,
  responseOf,
  rotterdam,
  second,
} from '../support/marketplace.ts';
import { runs } from '../support/runs.ts';

/** A step: its kind, and two numbers that select its details. */
type Step = [kind: string, one: number, other: number];

const kinds = [
  'create',
  'scenario',
  'acknowledge',
  'set',
  'set',
  'set',
  'advance',
  'store',
  'submit',
  'pass',
  'pass',
];
const stepsOf = (most: number): fc.Arbitrary<Step[]> =>
  fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(999), fc.nat(999)), { maxLength: most });

const machine = contract.machines[0] as (typeof contract.machines)[number];
const stores = [amsterdam, kuwait, austin, rotterdam];
const statuses = [
  'accepted',
  'rejected',
  'preparing',
  'ready',
  'in_delivery',
  'completed',
  'delivery_failed',
  'cancelled',
];
const waits = [second, 20 * second, minute, 3 * minute, 12 * minute, 70 * minute, 9 * 60 * minute];
const at = <Item>(list: readonly Item[], number: number): Item =>
  list[number % list.length] as Item;

/** Performs one step. `Marketplace` checks the responses of operations against the contract. */
async function perform(
  marketplace: Marketplace,
  [kind, one, other]: Step,
  log: unknown[],
): Promise<void> {
  const orders = (marketplace.behavior.snapshot(1_000).orders as unknown as Order[]).toReversed();
  const id = orders.length === 0 ? 'ord_NOTHERE1' : at(orders, one).id;
  const record = (response: { status: number; body: unknown }): void =>
    void log.push([kind, response.status, response.body]);
  if (kind === 'create')
    record(responseOf(() => marketplace.behavior.createOrder({ store_id: at(stores, one) })));
  if (kind === 'scenario')
    record(
      responseOf(() =>
        marketplace.behavior.createOrder({ scenario: at(contract.scenarios, one).name }),
      ),
    );
  if (kind === 'acknowledge') record(marketplace.acknowledge(id, acknowledgement(other)));
  if (kind === 'set')
    record(marketplace.setStatus(id, at(statuses, other), details(at(statuses, other), other)));
  if (kind === 'advance')
    record(
      responseOf(() =>
        marketplace.behavior.advance(
          id,
          other % 3 === 0 ? at([...machine.states.keys()], other) : undefined,
        ),
      ),
    );
  if (kind === 'store')
    record(
      marketplace.setStoreStatus(
        at(stores, one),
        at(['open', 'busy', 'paused', 'closed'], other),
        storeRequest(other),
      ),
    );
  if (kind === 'submit') record(marketplace.submitMenu(menu(one, other)));
  if (kind === 'pass') await marketplace.advance(at(waits, other));
}

const acknowledgement = (number: number): JsonObject =>
  number % 3 === 0
    ? { result: 'failed', reason_code: 'pos_offline', note: 'Away.' }
    : {
        result: 'succeeded',
        ...(number % 2 === 0 && { external_id: `POS-${number % 5}` }),
        ...(number % 5 === 0 && {
          unmatched_lines: [{ line_id: `line_${number % 4}`, problem: 'item_not_found' }],
        }),
      };

const details = (status: string, number: number): JsonObject => ({
  ...(['rejected', 'cancelled', 'delivery_failed'].includes(status) && {
    reason_code: 'item_unavailable',
  }),
  ...(status === 'rejected' &&
    number % 2 === 0 && {
      unavailable_items: [
        {
          line_id: 'line_1',
          available_quantity: 0,
          unavailable_until: number % 4 === 0 ? null : '2026-11-20T23:00:00Z',
        },
      ],
    }),
  ...(['accepted', 'preparing'].includes(status) &&
    number % 3 > 0 && { preparation_minutes: (number % 40) + 1 }),
  ...(status === 'completed' && number % 2 === 0 && { delivery_code: '5831' }),
  ...(status === 'in_delivery' &&
    number % 2 === 0 && {
      delivery: { courier_name: 'Nikos', dropoff_eta_at: '2026-11-20T21:00:00Z' },
    }),
  ...(number % 7 === 0 && { occurred_at: '2026-11-20T18:30:00Z' }),
  ...(number % 11 === 0 && { expected_revision: 2 }),
});

const storeRequest = (number: number): JsonObject => ({
  ...(number % 4 > 1 && { reason_code: 'too_busy' }),
  ...((number % 4 === 1 || number % 4 === 2) &&
    number % 3 === 0 && { duration_minutes: (number % 50) + 1 }),
  ...(number % 4 > 0 && number % 5 === 0 && { fulfillment: [{ type: 'delivery' }] }),
});

function menu(one: number, other: number): JsonObject {
  const copy = structuredClone(
    requestExample('submitMenu', 'submit_evening_menu'),
  ) as JsonObject & { items: { price: { amount: number } }[] };
  if (other % 3 > 0)
    (copy.items[1] as { price: object }).price = {
      amount: 900 + (other % 4),
      currency: other % 13 === 0 ? 'USD' : 'EUR',
    };
  return {
    ...copy,
    store_ids: one % 2 === 0 ? [amsterdam] : [amsterdam, rotterdam],
    ...(other % 4 === 0 && { validate_only: true }),
  };
}

/** Returns whether the contract allows a transition, with or without skipped statuses. */
function follows(from: string, to: string): boolean {
  const place = (status: string): number => [...machine.states.keys()].indexOf(status);
  const reached = new Set([from]);
  for (const status of reached) {
    for (const { from: start, to: next } of machine.transitions) {
      if (start !== status) continue;
      if (next === to) return true;
      if (
        machine.skips === 'forward' &&
        place(next) > place(status) &&
        !machine.guaranteed.includes(next)
      )
        reached.add(next);
    }
  }
  return false;
}

/** Checks the history of an order, and compares the order with its earlier state. */
function expectAllowed(order: Order, before: Order | undefined): void {
  const passed = order.history.map(({ status }) => status);
  expect(machine.initial).toContain(passed[0]);
  for (const [index, status] of passed.entries()) {
    const previous = passed[index - 1];
    if (previous !== undefined)
      expect(follows(previous, status), `${previous} → ${status}`).toBe(true);
  }
  expect(passed.at(-1)).toBe(order.status);
  expect(order.phase).toBe(machine.states.get(order.status)?.phase);
  const times = order.history.map(({ at: moment }) => moment);
  expect(times).toEqual([...times].sort());
  if (order.phase === 'closed') expect(order.closed_at).toBe(times.at(-1));
  if (before === undefined) return;
  expect(order.revision).toBeGreaterThanOrEqual(before.revision);
  if (order.revision === before.revision) expect(order).toEqual(before);
  if (before.phase === 'closed') expect(order).toEqual(before);
  expect(order.history.slice(0, before.history.length)).toEqual(before.history);
}

/** Returns the parts of a store that change only with a new revision. */
const revisedParts = ({ requested, menu: sold }: Store): unknown => [requested, sold];

describe('any sequence of requests and clock advances', () => {
  it('any sequence of requests leads only to valid responses, allowed transitions, and one revision per change', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(45), fc.string({ maxLength: 5 }), async (steps, seed) => {
        const marketplace = new Marketplace({ seed });
        const orders = new Map<string, Order>();
        const seen = new Map<string, Store>();
        for (const step of steps) {
          await perform(marketplace, step, []);
          for (const { id } of marketplace.behavior.snapshot(1_000).orders as unknown as Order[]) {
            const order = marketplace.order(id);
            expectAllowed(order, orders.get(id));
            expect(marketplace.changes.filter((one) => one === `order ${id}`)).toHaveLength(
              order.revision,
            );
            orders.set(id, order);
          }
          for (const id of stores) {
            const store = marketplace.store(id);
            const before = seen.get(id);
            expect(store.open_orders.total).toBe(
              [...orders.values()].filter(
                ({ store_id, phase }) => store_id === id && phase !== 'closed',
              ).length,
            );
            expect(store.revision).toBeGreaterThanOrEqual(before?.revision ?? 0);
            if (store.revision === before?.revision)
              expect(revisedParts(store)).toEqual(revisedParts(before));
            expect(store.accepting_orders).toBe(
              store.fulfillment_options.some(({ accepting_orders }) => accepting_orders),
            );
            seen.set(id, store);
          }
        }
        const events = marketplace.dispatcher.deliveries.map(({ subject, body }) => [
          subject,
          (JSON.parse(body) as { data: Order }).data.revision,
        ]);
        expect(events).toEqual(
          [...orders.keys()].sort(byCreation(marketplace)).map((id) => [id, 1]),
        );
      }),
      runs(30),
    );
  });

  it('any sequence of requests leads to identical responses and events for the same seed', async () => {
    const run = async (steps: Step[], seed: string): Promise<string> => {
      const marketplace = new Marketplace({ seed });
      const log: unknown[] = [];
      for (const step of steps) await perform(marketplace, step, log);
      return JSON.stringify([
        log,
        marketplace.behavior.snapshot(1_000),
        marketplace.dispatcher.deliveries,
      ]);
    };
    await fc.assert(
      fc.asyncProperty(stepsOf(30), fc.string({ maxLength: 5 }), async (steps, seed) => {
        expect(await run(steps, seed)).toBe(await run(steps, seed));
      }),
      runs(15),
    );
  });
});

/** Returns a function that compares order IDs by creation, with the oldest order first. */
function byCreation(marketplace: Marketplace): (a: string, b: string) => number {
  const ids = (marketplace.behavior.snapshot(1_000).orders as unknown as Order[]).map(
    ({ id }) => id,
  );
  return (a, b) => ids.indexOf(b) - ids.indexOf(a);
}
