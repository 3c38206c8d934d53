import type { OrderItem, OrderModifier } from '@delivery-api/marketplace-types';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAmounts } from '../../src/marketplace/domain/order-factory/check-amounts.ts';
import { menuScenario, scenarios } from '../../src/marketplace/scenarios/definitions.ts';
import {
  amsterdam,
  contract,
  hour,
  Marketplace,
  minute,
  Receiver,
  requestExample,
  second,
  validate,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
let receiver: Receiver;

beforeEach(async () => {
  marketplace = new Marketplace();
  receiver = new Receiver();
  await receiver.listenTo(marketplace);
});
afterEach(() => receiver.close());

const reason = { reason: { code: 'item_unavailable' } };
const statuses = (id: string): string[] =>
  marketplace.order(id).history.map(({ status, by }) => `${status} by ${by}`);
const sentAt = (): number[] =>
  receiver.received.map(({ at }) => (Date.parse(at) - Date.parse('2026-11-20T18:00:00Z')) / 1000);

it('the sandbox plays exactly the scenarios that the contract describes', () => {
  expect([...Object.keys(scenarios), menuScenario].sort()).toEqual(
    contract.scenarios.map(({ name }) => name).sort(),
  );
});

describe('pickup_happy_path', () => {
  it('goes from the event over acceptance and readiness to the customer', async () => {
    const { id, acceptance, fulfillment } = marketplace.createOrder({
      scenario: 'pickup_happy_path',
    });
    await marketplace.advance(0);
    expect(receiver.received).toMatchObject([
      {
        body: {
          type: 'order_created',
          occurred_at: '2026-11-20T18:00:00.000Z',
          test: true,
          data: { id },
        },
      },
    ]);
    expect(acceptance).toMatchObject({ mode: 'manual', accept_by: '2026-11-20T18:10:00.000Z' });
    expect(fulfillment.type).toBe('pickup');
    expect(marketplace.acknowledge(id).body).toMatchObject({ changed: true, revision: 2 });
    expect(marketplace.setStatus(id, 'accepted', { preparation_minutes: 15 }).body).toMatchObject({
      confirmed_ready_at: '2026-11-20T18:15:00.000Z',
      revision: 3,
    });
    expect(marketplace.setStatus(id, 'ready').body).toMatchObject({
      previous_status: 'accepted',
      changed: true,
    });
    expect(marketplace.setStatus(id, 'completed').body).toMatchObject({
      phase: 'closed',
      revision: 5,
      allowed_transitions: [],
    });
    expect(statuses(id)).toEqual([
      'created by customer',
      'accepted by merchant',
      'ready by merchant',
      'completed by merchant',
    ]);
  });

  it('ends by itself an hour after the order was ready', async () => {
    const { id } = marketplace.createOrder({ scenario: 'pickup_happy_path' });
    marketplace.setStatus(id, 'accepted');
    marketplace.setStatus(id, 'ready');
    await marketplace.advance(hour - 1);
    expect(marketplace.order(id).status).toBe('ready');
    await marketplace.advance(1);
    expect(statuses(id).at(-1)).toBe('completed by system');
  });
});

it('delivery_happy_path: a courier comes at the ready time and is at the door eighteen minutes after leaving', async () => {
  const { id, fulfillment } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
  expect(fulfillment).toMatchObject({ type: 'delivery', delivered_by: 'marketplace' });
  expect(fulfillment).not.toHaveProperty('address');
  marketplace.acknowledge(id);
  marketplace.setStatus(id, 'accepted', { preparation_minutes: 20 });
  expect(marketplace.order(id)).not.toHaveProperty('courier');
  const seen = new Set<string>();
  for (let passed = 0; passed < 20; passed++) {
    await marketplace.advance(minute);
    seen.add(marketplace.order(id).courier?.status ?? 'nobody');
  }
  expect([...seen]).toEqual(['nobody', 'assigned', 'en_route_to_pickup', 'at_pickup']);
  expect(marketplace.order(id).updated_at).toBe('2026-11-20T18:20:00.000Z');
  marketplace.setStatus(id, 'ready');
  await marketplace.advance(minute);
  expect(marketplace.order(id)).toMatchObject({
    status: 'in_delivery',
    courier: { status: 'picked_up', eta_at: '2026-11-20T18:39:00.000Z' },
    allowed_transitions: [],
  });
  expect(marketplace.setStatus(id, 'completed')).toMatchObject({
    status: 409,
    body: { code: 'invalid_transition', allowed_statuses: [] },
  });
  await marketplace.advance(18 * minute - 1);
  expect(marketplace.order(id)).toMatchObject({
    status: 'in_delivery',
    courier: { status: 'at_dropoff' },
  });
  await marketplace.advance(1);
  expect(statuses(id)).toEqual([
    'created by customer',
    'accepted by merchant',
    'ready by merchant',
    'in_delivery by courier',
    'completed by courier',
  ]);
});

it('own_delivery_happy_path: the own courier needs the code 5831 at the door', () => {
  const { id, fulfillment } = marketplace.createOrder({ scenario: 'own_delivery_happy_path' });
  expect(fulfillment).toMatchObject({
    delivered_by: 'merchant',
    delivery_code_required: true,
    address: { line1: expect.any(String) },
  });
  marketplace.setStatus(id, 'accepted');
  const delivery = {
    courier_name: 'Nikos',
    courier_phone: '+302105550101',
    tracking_url: 'https://track.example.com/1',
    eta_at: '2026-11-20T20:30:00+02:00',
  };
  marketplace.setStatus(id, 'in_delivery', { delivery });
  expect(marketplace.order(id)).toMatchObject({
    courier: { name: 'Nikos', status: 'picked_up', eta_at: '2026-11-20T18:30:00.000Z' },
    timing: { estimated_handover_at: '2026-11-20T18:30:00.000Z' },
    allowed_transitions: [
      { status: 'completed', needs: ['delivery_code'] },
      { status: 'delivery_failed', needs: ['reason'] },
    ],
  });
  for (const more of [{}, { delivery_code: '5813' }]) {
    expect(marketplace.setStatus(id, 'completed', more)).toMatchObject({
      status: 422,
      body: { code: 'delivery_code_invalid' },
    });
  }
  expect(marketplace.setStatus(id, 'completed', { delivery_code: '5831' }).body).toMatchObject({
    status: 'completed',
    changed: true,
  });
});

it('dine_in_happy_path: the system accepts a second later, and the store completes', async () => {
  const { id, acceptance, fulfillment } = marketplace.createOrder({
    scenario: 'dine_in_happy_path',
  });
  expect(acceptance).toEqual({ mode: 'auto', on_expiry: 'none' });
  expect(fulfillment.type).toBe('dine_in');
  await marketplace.advance(second);
  expect(marketplace.order(id)).toMatchObject({
    status: 'accepted',
    revision: 2,
    acceptance: { accepted_at: '2026-11-20T18:00:01.000Z' },
  });
  expect(marketplace.order(id).acknowledgement.state).toBe('pending');
  marketplace.acknowledge(id);
  expect(marketplace.setStatus(id, 'completed').body).toMatchObject({
    previous_status: 'accepted',
    status: 'completed',
  });
  expect(statuses(id)).toEqual([
    'created by customer',
    'accepted by system',
    'completed by merchant',
  ]);
});

it('cash_order: a currency with three decimals, and nothing is due any more in the end', () => {
  const order = marketplace.createOrder({ scenario: 'cash_order' });
  const [payment] = order.payments;
  expect(order.currency).toBe('KWD');
  expect(payment).toMatchObject({ method: 'cash', state: 'due', amount: order.totals.total });
  expect(payment?.change_for?.amount).toBeGreaterThan(payment?.amount.amount ?? 0);
  expect(order.totals.due_at_handover).toEqual(order.totals.total);
  for (const status of ['accepted', 'in_delivery', 'completed'])
    expect(marketplace.setStatus(order.id, status).status).toBe(200);
  expect(marketplace.order(order.id)).toMatchObject({
    payments: [{ state: 'paid' }],
    totals: { due_at_handover: { amount: 0, currency: 'KWD' } },
  });
});

it('scheduled_order: accepted now, made at prepare_at, taken by a courier around midnight', async () => {
  const { id, timing, acceptance } = marketplace.createOrder({ scenario: 'scheduled_order' });
  expect(timing).toMatchObject({
    schedule: 'scheduled',
    requested_window: {
      starts_at: '2026-11-20T22:45:00.000Z',
      ends_at: '2026-11-20T23:15:00.000Z',
    },
  });
  expect(acceptance.accept_by).toBe('2026-11-20T18:10:00.000Z');
  marketplace.setStatus(id, 'accepted');
  const prepareAt = Date.parse(timing.prepare_at ?? '');
  await marketplace.advance(prepareAt - marketplace.clock.now());
  expect(marketplace.order(id).status).toBe('accepted');
  marketplace.setStatus(id, 'preparing');
  await marketplace.advance(20 * minute);
  marketplace.setStatus(id, 'ready');
  await marketplace.advance(hour);
  const { history } = marketplace.order(id);
  expect(history.at(-1)).toMatchObject({ status: 'completed', by: 'courier' });
  expect(
    Math.abs(Date.parse(history.at(-1)?.at ?? '') - Date.parse('2026-11-20T23:00:00Z')),
  ).toBeLessThanOrEqual(15 * minute);
});

it('nested_modifiers: four levels below the first item, some of them free, and every amount adds up', () => {
  const order = marketplace.createOrder({ scenario: 'nested_modifiers' });
  const depth = ({ modifiers }: OrderItem | OrderModifier): number =>
    Math.max(0, ...modifiers.map((one) => 1 + depth(one)));
  const all = (lines: OrderModifier[]): OrderModifier[] =>
    lines.flatMap((one) => [one, ...all(one.modifiers)]);
  const [first] = order.items as [OrderItem];
  expect(depth(first)).toBe(4);
  expect(all(first.modifiers).some(({ included_quantity }) => included_quantity > 0)).toBe(true);
  expect(checkAmounts(order)).toEqual([]);
  const unmatched = all(first.modifiers).map(({ line_id }) => ({
    line_id,
    problem: 'modifier_not_found',
  }));
  expect(
    marketplace.acknowledge(order.id, { result: 'succeeded', unmatched_lines: unmatched }).body,
  ).toMatchObject({ acknowledgement: { unmatched_lines: unmatched } });
});

it('item_unavailable: the order is rejected, and the next ones do without the item until then', async () => {
  const { id, items, store_id } = marketplace.createOrder({ scenario: 'item_unavailable' });
  const [line] = items as [OrderItem];
  expect(items).toHaveLength(2);
  expect(line.if_unavailable).toBe('cancel_order');
  const gone = [
    {
      line_id: line.line_id,
      available_quantity: 0,
      unavailable_until: '2026-11-20T21:00:00+01:00',
    },
  ];
  expect(
    marketplace.setStatus(id, 'rejected', { ...reason, unavailable_items: gone }).body,
  ).toMatchObject({
    phase: 'closed',
  });
  expect(marketplace.order(id).cancellation).toMatchObject({
    by: 'merchant',
    reason_code: 'item_unavailable',
    unavailable_line_ids: [line.line_id],
  });
  const named = (): boolean =>
    Array.from({ length: 60 }, () => marketplace.createOrder({ store_id })).some((order) =>
      JSON.stringify(order.items).includes(`"item_id":"${line.item_id}"`),
    );
  expect(named()).toBe(false);
  await marketplace.advance(2 * hour + second);
  expect(named()).toBe(true);
});

it('customer_cancels_late: called off half a minute after the kitchen has begun, and the store is paid for the items', async () => {
  const { id } = marketplace.createOrder({ scenario: 'customer_cancels_late' });
  marketplace.setStatus(id, 'accepted');
  const { revision = 0 } = marketplace.setStatus(id, 'preparing').body;
  await marketplace.advance(30 * second - 1);
  expect(marketplace.order(id).status).toBe('preparing');
  await marketplace.advance(1);
  expect(marketplace.order(id)).toMatchObject({
    status: 'cancelled',
    cancellation: { by: 'customer', reason_code: 'customer_cancelled', merchant_paid: 'items' },
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

it('acceptance_expired: cancelled at the deadline, and after three in a row the store is paused', async () => {
  for (let count = 1; count <= 3; count++) {
    const { id, acceptance } = marketplace.createOrder({
      scenario: 'acceptance_expired',
      store_id: amsterdam,
    });
    expect(Date.parse(acceptance.accept_by ?? '') - marketplace.clock.now()).toBe(minute);
    await marketplace.advance(minute);
    expect(marketplace.order(id)).toMatchObject({
      status: 'cancelled',
      cancellation: { by: 'system', reason_code: 'acceptance_expired', merchant_paid: 'none' },
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

it('acknowledgement_missed: the same event comes again after 60 and 120 seconds, then time is up, and late is taken', async () => {
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

it('receipt_missed: attempts fail whatever is answered, go on, and end with the acknowledgement', async () => {
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
  expect(delivery?.state).toBe('stopped');
});

it('duplicate_event: twice at once, and once more after the order was accepted, as it was at first', async () => {
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

it('courier_not_found: nobody comes, and twenty minutes after it was ready the order is cancelled and paid in full', async () => {
  const { id } = marketplace.createOrder({ scenario: 'courier_not_found' });
  marketplace.setStatus(id, 'accepted', { preparation_minutes: 10 });
  await marketplace.advance(10 * minute);
  marketplace.setStatus(id, 'ready');
  await marketplace.advance(20 * minute - 1);
  expect(marketplace.order(id)).toMatchObject({ status: 'ready' });
  expect(marketplace.order(id)).not.toHaveProperty('courier');
  await marketplace.advance(1);
  expect(marketplace.order(id).cancellation).toMatchObject({
    by: 'marketplace',
    reason_code: 'courier_not_found',
    merchant_paid: 'full',
  });
});

it('unknown_enum_value: a fee, a payment and a vehicle of a later version, and the amounts add up', async () => {
  const order = marketplace.createOrder({ scenario: 'unknown_enum_value' });
  expect(order.fees.map(({ type }) => type)).toContain('weather');
  expect(order.payments).toMatchObject([{ method: 'direct_debit' }]);
  expect(checkAmounts(order)).toEqual([]);
  marketplace.setStatus(order.id, 'accepted');
  await marketplace.advance(10 * minute);
  expect(marketplace.order(order.id).courier).toMatchObject({ vehicle: 'cargo_tram' });
});

it('auto_accepted_then_cancelled: accepting again is no change, rejecting is refused, cancelling is taken', async () => {
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
    by: 'merchant',
    reason_code: 'item_unavailable',
    merchant_paid: 'none',
  });
});

it('store_suspended: the store closes and cannot be opened, and its open order goes on', () => {
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

it('menu_publishing_fails: the submission is given up after half an hour, and the next one goes live', async () => {
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

it.each(Object.keys(scenarios))(
  '%s: its order can be read as soon as its event is sent, which is valid and carries the same',
  (scenario) => {
    const order = marketplace.createOrder({ scenario });
    expect(marketplace.order(order.id)).toEqual(order);
    const event = JSON.parse(marketplace.dispatcher.deliveries[0]?.body ?? '{}');
    expect(validate(contract.webhooks[0]?.content.schema ?? {}, event)).toEqual([]);
    expect(event).toMatchObject({
      type: 'order_created',
      occurred_at: order.created_at,
      api_version: '1.0',
      test: true,
      store_id: order.store_id,
      data: order,
    });
  },
);
