import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { byDeadline, SortedOrders } from '../../src/marketplace/state/open-orders.ts';
import { deadlineOf, type Order, type OrderRecord } from '../../src/marketplace/state/records.ts';
import { amsterdam, kuwait, Marketplace, minute, responseOf } from '../support/marketplace.ts';
import { runs } from '../support/runs.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace({ maxEntries: 5 });
});

const listed = (store = amsterdam): string[] =>
  marketplace.store(store).open_orders.items.map(({ order_id }) => order_id);
const createOrder = (): string =>
  marketplace.createOrder({ scenario: 'pickup_happy_path', store_id: amsterdam }).id;

describe('the open orders of a store', () => {
  it('the store lists its open orders with a summary of each order', () => {
    const id = createOrder();
    marketplace.createOrder({ store_id: kuwait });
    const order = marketplace.order(id);
    expect(marketplace.store(amsterdam).open_orders).toEqual({
      total: 1,
      items: [
        {
          order_id: id,
          display_id: order.display_id,
          status: 'created',
          phase: 'placed',
          revision: 1,
          acknowledgement_state: 'pending',
          fulfillment_type: 'pickup',
          accept_by: order.acceptance.accept_by,
          ready_at: order.timing.estimated_ready_at,
        },
      ],
    });
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 30 });
    expect(marketplace.store(amsterdam).open_orders.items[0]).toMatchObject({
      status: 'accepted',
      acknowledgement_state: 'succeeded',
      ready_at: '2026-11-20T18:30:00.000Z',
    });
    marketplace.setStatus(id, 'completed');
    expect(marketplace.store(amsterdam).open_orders).toEqual({ total: 0, items: [] });
  });

  it('open orders are sorted by phase and then by deadline after every change', async () => {
    const first = createOrder();
    await marketplace.advance(minute);
    const second = createOrder();
    await marketplace.advance(minute);
    const third = createOrder();
    expect(listed()).toEqual([first, second, third]);
    marketplace.setStatus(first, 'accepted', { preparation_minutes: 20 });
    expect(listed()).toEqual([second, third, first]);
    marketplace.setStatus(third, 'accepted', { preparation_minutes: 40 });
    expect(listed()).toEqual([second, first, third]);
    marketplace.setStatus(first, 'accepted', { preparation_minutes: 43 });
    expect(listed()).toEqual([second, third, first]);
  });

  it('new and changed orders do not raise the revision of the store', () => {
    const { revision } = marketplace.store(amsterdam);
    marketplace.setStatus(createOrder(), 'accepted');
    expect(marketplace.store(amsterdam).revision).toBe(revision);
  });

  it('the store counts all open orders, and lists the first 200', () => {
    const ids = Array.from({ length: 230 }, createOrder);
    expect(marketplace.store(amsterdam).open_orders.total).toBe(230);
    expect(listed()).toEqual(ids.slice(0, 200));
    for (const id of ids.slice(0, 40))
      marketplace.setStatus(id, 'rejected', { reason_code: 'too_busy' });
    expect(listed()).toEqual(ids.slice(40));
  });
});

describe('the orders in a sandbox', () => {
  it('the sandbox keeps all open orders and the most recently closed orders', () => {
    const open = createOrder();
    const ids = Array.from({ length: 12 }, createOrder);
    for (const id of ids) marketplace.setStatus(id, 'rejected', { reason_code: 'too_busy' });
    const found = ids.map(
      (id) => responseOf(() => marketplace.behavior.advance(id, 'rejected')).status,
    );
    expect(found).toEqual([...Array(7).fill(404), ...Array(5).fill(200)]);
    expect(ids.map((id) => marketplace.request('getOrder', { id }).status)).toEqual([
      ...Array(7).fill(410),
      ...Array(5).fill(200),
    ]);
    // The other operations do not document 410.
    expect(marketplace.setStatus(ids[0] ?? '', 'accepted')).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    });
    expect(marketplace.request('getOrder', { id: 'ord_never' })).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    });
    expect(marketplace.order(open).status).toBe('created');
    expect((marketplace.behavior.snapshot(100).orders as unknown[]).length).toBe(6);
  });

  it('the snapshot of the sandbox lists the newest orders first', () => {
    const ids = Array.from({ length: 4 }, createOrder);
    const { orders, stores } = marketplace.behavior.snapshot(3) as {
      orders: { id: string }[];
      stores: unknown[];
    };
    expect(orders.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 3));
    expect(stores).toHaveLength(3);
  });
});

it('the index of open orders in the placed phase stays sorted by deadline after random changes', () => {
  const step = fc.tuple(fc.nat(2), fc.nat(50), fc.nat(50));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const index = new SortedOrders(byDeadline);
      const records: OrderRecord[] = [];
      for (const [number, [kind, place, minutes]] of steps.entries()) {
        const at = place % Math.max(1, records.length);
        const before = kind === 0 ? undefined : records[at];
        const accept_by = new Date(minutes * minute).toISOString();
        const id = before?.id ?? `ord_${number}`;
        const phase = kind === 1 ? 'closed' : 'placed';
        const order = { id, store_id: amsterdam, phase, acceptance: { accept_by } } as Order;
        const after: OrderRecord = { id, order, number: before?.number ?? number };
        index.update(before, after);
        if (before === undefined) records.push(after);
        else records[at] = after;
      }
      const expected = records
        .filter(({ order }) => order.phase !== 'closed')
        .sort((a, b) => deadlineOf(a.order) - deadlineOf(b.order) || a.number - b.number)
        .map(({ id }) => id);
      expect(index.count(amsterdam)).toBe(expected.length);
      expect(index.first(amsterdam, 1_000)).toEqual(expected);
      expect(index.first(amsterdam, 3)).toEqual(expected.slice(0, 3));
    }),
    runs(100),
  );
});
