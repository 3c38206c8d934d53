import type { OrderItem } from '@delivery-api/marketplace-types';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkAmounts } from '../../src/marketplace/domain/order-factory/check-amounts.ts';
import {
  amsterdam,
  hour,
  Marketplace,
  minute,
  Receiver,
  requestExample,
  second,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
let receiver: Receiver;

beforeEach(async () => {
  marketplace = new Marketplace();
  receiver = new Receiver();
  await receiver.listenTo(marketplace);
});
afterEach(() => receiver.close());

const reason = { reason_code: 'item_unavailable' };
const statuses = (id: string): string[] =>
  marketplace.order(id).history.map(({ status, by }) => `${status} by ${by}`);
const sentAt = (): number[] =>
  receiver.received.map(({ at }) => (Date.parse(at) - Date.parse('2026-11-20T18:00:00Z')) / 1000);

it('item_unavailable: new orders do not contain the item until it is available again', async () => {
  const { id, items, store_id } = marketplace.createOrder({ scenario: 'item_unavailable' });
  const [line] = items as [OrderItem];
  expect(items).toHaveLength(2);
  expect(line.if_unavailable).toBe('cancel_order');
  const soldOut = [
    {
      line_id: line.line_id,
      available_quantity: 0,
      unavailable_until: '2026-11-20T21:00:00+01:00',
    },
  ];
  expect(
    marketplace.setStatus(id, 'rejected', { ...reason, unavailable_items: soldOut }).body,
  ).toMatchObject({
    phase: 'closed',
  });
  expect(marketplace.order(id).cancellation).toMatchObject({
    cancelled_by: 'merchant',
    reason_code: 'item_unavailable',
    unavailable_line_ids: [line.line_id],
  });
  const isOrdered = (): boolean =>
    Array.from({ length: 60 }, () => marketplace.createOrder({ store_id })).some((order) =>
      JSON.stringify(order.items).includes(`"item_id":"${line.item_id}"`),
    );
  expect(isOrdered()).toBe(false);
  await marketplace.advance(2 * hour + second);
  expect(isOrdered()).toBe(true);
});

it('customer_cancels_late: the order is cancelled 30 s after preparation starts, and the store is paid for the items', async () => {
  const { id } = marketplace.createOrder({ scenario: 'customer_cancels_late' });
  marketplace.setStatus(id, 'accepted');
  const { revision = 0 } = marketplace.setStatus(id, 'preparing').body;
  await marketplace.advance(30 * second - 1);
  expect(marketplace.order(id).status).toBe('preparing');
  await marketplace.advance(1);
  expect(marketplace.order(id)).toMatchObject({
    status: 'cancelled',
    cancellation: {
      cancelled_by: 'customer',
      reason_code: 'customer_cancelled',
      merchant_paid: 'items',
    },
  });
  expect(receiver.received.length).toBe(1);
  expect(marketplace.setStatus(id, 'ready')).toMatchObject({
    status: 409,
    body: {
      code: 'invalid_transition',
      current_status: 'cancelled',
      requested_status: 'ready',
      allowed_statuses: [],
    },
  });
  expect(marketplace.setStatus(id, 'ready', { expected_revision: revision })).toMatchObject({
    status: 409,
    body: { code: 'revision_conflict', current_status: 'cancelled' },
  });
});

it('acceptance_expired: the order is cancelled at the deadline, and the third expired order in a row pauses the store', async () => {
  for (let count = 1; count <= 3; count++) {
    const { id, acceptance } = marketplace.createOrder({
      scenario: 'acceptance_expired',
      store_id: amsterdam,
    });
    expect(Date.parse(acceptance.accept_by ?? '') - marketplace.clock.now()).toBe(minute);
    await marketplace.advance(minute);
    expect(marketplace.order(id)).toMatchObject({
      status: 'cancelled',
      cancellation: {
        cancelled_by: 'system',
        reason_code: 'acceptance_expired',
        merchant_paid: 'none',
      },
    });
    expect(marketplace.setStatus(id, 'accepted')).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', allowed_statuses: [] },
    });
    const paused = marketplace.store(amsterdam).blockers.map(({ code }) => code);
    expect(paused).toEqual(count < 3 ? [] : ['too_many_rejections']);
  }
  expect(marketplace.store(amsterdam)).toMatchObject({ status: 'paused', accepting_orders: false });
});

it('acknowledgement_missed: the event is retried after 60 s and 120 s, and a late acknowledgement is accepted', async () => {
  const { id } = marketplace.createOrder({ scenario: 'acknowledgement_missed' });
  await marketplace.advance(3 * minute);
  expect(sentAt()).toEqual([0, 60, 120]);
  expect(new Set(receiver.received.map((one) => JSON.stringify([one.id, one.body]))).size).toBe(1);
  expect(marketplace.order(id)).toMatchObject({
    status: 'created',
    acknowledgement: { state: 'timed_out', late: false },
  });
  expect(marketplace.acknowledge(id).body).toMatchObject({
    changed: true,
    status: 'created',
    acknowledgement: { state: 'succeeded', late: true },
  });
  expect(marketplace.setStatus(id, 'accepted').status).toBe(200);
});

it('receipt_missed: the first four attempts do not reach the receiver, and the event is retried until the acknowledgement', async () => {
  const { id, store_id } = marketplace.createOrder({ scenario: 'receipt_missed' });
  receiver.respond = (response) => response.writeHead(503).end();
  await marketplace.advance(14 * second);
  const [delivery] = marketplace.dispatcher.deliveries;
  expect(sentAt()).toEqual([]);
  expect(delivery?.attempts.map(({ fault, status }) => [fault, status])).toEqual(
    Array(4).fill(['unreachable', undefined]),
  );
  expect(marketplace.store(store_id).integration).toMatchObject({
    webhook_state: 'failing',
    consecutive_failures: 4,
  });
  expect(marketplace.store(store_id).open_orders).toMatchObject({
    total: 1,
    items: [{ order_id: id }],
  });
  await marketplace.advance(5 * minute);
  expect(sentAt()).toEqual([15, 31, 61, 121, 181, 241, 301]);
  expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  marketplace.acknowledge(id);
  await marketplace.advance(10 * minute);
  expect(receiver.received.length).toBe(7);
  expect(marketplace.dispatcher.deliveries[0]?.state).toBe('stopped');
});

it('duplicate_event: the same event is sent twice, and once more after the acceptance', async () => {
  const { id } = marketplace.createOrder({ scenario: 'duplicate_event' });
  await marketplace.advance(0);
  expect(sentAt()).toEqual([0, 0]);
  marketplace.setStatus(id, 'accepted');
  await marketplace.advance(10 * second);
  expect(sentAt()).toEqual([0, 0, 1]);
  expect(new Set(receiver.received.map((one) => JSON.stringify([one.id, one.body]))).size).toBe(1);
  expect(receiver.received[2]).toMatchObject({
    body: { data: { revision: 1, status: 'created' } },
  });
  expect(marketplace.order(id).status).toBe('accepted');
});

it('courier_not_found: the order is cancelled 20 minutes after it is ready, and the store is paid in full', async () => {
  const { id } = marketplace.createOrder({ scenario: 'courier_not_found' });
  marketplace.setStatus(id, 'accepted', { preparation_minutes: 10 });
  await marketplace.advance(10 * minute);
  marketplace.setStatus(id, 'ready');
  await marketplace.advance(20 * minute - 1);
  expect(marketplace.order(id)).toMatchObject({ status: 'ready' });
  expect(marketplace.order(id)).not.toHaveProperty('courier');
  await marketplace.advance(1);
  expect(marketplace.order(id).cancellation).toMatchObject({
    cancelled_by: 'marketplace',
    reason_code: 'courier_not_found',
    merchant_paid: 'full',
  });
});

it('unknown_enum_value: the order has correct amounts, and a fee, a payment and a vehicle with unknown values', async () => {
  const order = marketplace.createOrder({ scenario: 'unknown_enum_value' });
  expect(order.fees.map(({ type }) => type)).toContain('weather');
  expect(order.payments).toMatchObject([{ method: 'direct_debit' }]);
  expect(checkAmounts(order)).toEqual([]);
  marketplace.setStatus(order.id, 'accepted');
  await marketplace.advance(10 * minute);
  expect(marketplace.order(order.id).courier).toMatchObject({ vehicle_type: 'cargo_tram' });
});

it('auto_accepted_then_cancelled: a second acceptance changes nothing, and the order can be cancelled but not rejected', async () => {
  const { id } = marketplace.createOrder({ scenario: 'auto_accepted_then_cancelled' });
  await marketplace.advance(second);
  expect(marketplace.order(id).status).toBe('accepted');
  expect(marketplace.setStatus(id, 'accepted').body).toMatchObject({
    changed: false,
    status: 'accepted',
  });
  expect(marketplace.setStatus(id, 'rejected', reason)).toMatchObject({
    status: 409,
    body: { code: 'invalid_transition' },
  });
  expect(marketplace.setStatus(id, 'cancelled', reason).body).toMatchObject({
    status: 'cancelled',
    changed: true,
  });
  expect(statuses(id)).toEqual([
    'created by customer',
    'accepted by system',
    'cancelled by merchant',
  ]);
  expect(marketplace.order(id).cancellation).toMatchObject({
    cancelled_by: 'merchant',
    reason_code: 'item_unavailable',
    merchant_paid: 'none',
  });
});

it('store_suspended: after the acceptance, the store is closed and cannot be reopened, and its open order continues', () => {
  const { id, store_id } = marketplace.createOrder({ scenario: 'store_suspended' });
  expect(marketplace.store(store_id).status).toBe('open');
  marketplace.setStatus(id, 'accepted');
  expect(marketplace.store(store_id)).toMatchObject({
    status: 'closed',
    accepting_orders: false,
    blockers: [{ code: 'suspended', resolvable_by: 'marketplace' }],
  });
  expect(marketplace.setStoreStatus(store_id, 'open')).toMatchObject({
    status: 409,
    body: { code: 'store_not_reopenable', blockers: [{ code: 'suspended' }] },
  });
  expect(marketplace.setStatus(id, 'preparing').body).toMatchObject({ changed: true });
});

it('menu_publishing_fails: publishing fails after 30 minutes, and the next submission goes live', async () => {
  expect(marketplace.behavior.createOrder({ scenario: 'menu_publishing_fails' })).toMatchObject({
    status: 200,
    body: { store_id: amsterdam },
  });
  const menu = {
    ...requestExample('submitMenu', 'submit_evening_menu'),
    reference: 'winter-2026-03',
    default_locale: 'nl-BE',
  };
  const { body } = marketplace.submitMenu(menu);
  expect(body.status).toBe('publishing');
  await marketplace.advance(30 * minute - 1);
  expect(marketplace.store(amsterdam).menu.status).toBe('publishing');
  await marketplace.advance(1);
  expect(marketplace.store(amsterdam).menu).toMatchObject({
    status: 'failed',
    menu_version: 'mnu_01JD4Z1R8SWC',
    submitted_version: body.menu_version,
    failure: { code: 'publishing_timed_out' },
  });
  const again = marketplace.submitMenu(menu);
  expect(again).toMatchObject({ status: 202, body: { status: 'publishing' } });
  await marketplace.advance(5 * minute);
  expect(marketplace.store(amsterdam).menu).toMatchObject({
    status: 'live',
    menu_version: again.body.menu_version,
    submitted_version: again.body.menu_version,
  });
});
