import type { OrderItem, OrderModifier } from '@delivery-api/marketplace-types';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAmounts } from '../../src/marketplace/domain/order-factory/check-amounts.ts';
import { menuScenario, scenarios } from '../../src/marketplace/scenarios/definitions.ts';
import {
  contract,
  hour,
  Marketplace,
  minute,
  Receiver,
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

const statuses = (id: string): string[] =>
  marketplace.order(id).history.map(({ status, by }) => `${status} by ${by}`);

it('the sandbox has exactly the scenarios in the contract', () => {
  expect([...Object.keys(scenarios), menuScenario].sort()).toEqual(
    contract.scenarios.map(({ name }) => name).sort(),
  );
});

describe('pickup_happy_path', () => {
  it('sends `order_created`, and the store can accept, prepare and complete the order', async () => {
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

  it('completes the order automatically an hour after it is ready', async () => {
    const { id } = marketplace.createOrder({ scenario: 'pickup_happy_path' });
    marketplace.setStatus(id, 'accepted');
    marketplace.setStatus(id, 'ready');
    await marketplace.advance(hour - 1);
    expect(marketplace.order(id).status).toBe('ready');
    await marketplace.advance(1);
    expect(statuses(id).at(-1)).toBe('completed by system');
  });
});

it('delivery_happy_path: the courier arrives at the ready time and delivers 18 minutes after the pickup', async () => {
  const { id, fulfillment } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
  expect(fulfillment).toMatchObject({ type: 'delivery', delivered_by: 'marketplace' });
  expect(fulfillment).not.toHaveProperty('address');
  marketplace.acknowledge(id);
  marketplace.setStatus(id, 'accepted', { preparation_minutes: 20 });
  expect(marketplace.order(id)).not.toHaveProperty('courier');
  const seen = new Set<string>();
  for (let passed = 0; passed < 20; passed++) {
    await marketplace.advance(minute);
    seen.add(marketplace.order(id).courier?.status ?? 'none');
  }
  expect([...seen]).toEqual(['none', 'assigned', 'enroute_to_pickup', 'arrived_at_pickup']);
  expect(marketplace.order(id).updated_at).toBe('2026-11-20T18:20:00.000Z');
  marketplace.setStatus(id, 'ready');
  await marketplace.advance(minute);
  expect(marketplace.order(id)).toMatchObject({
    status: 'in_delivery',
    courier: { status: 'picked_up', dropoff_eta_at: '2026-11-20T18:39:00.000Z' },
    allowed_transitions: [],
  });
  expect(marketplace.setStatus(id, 'completed')).toMatchObject({
    status: 409,
    body: { code: 'invalid_transition', allowed_statuses: [] },
  });
  await marketplace.advance(18 * minute - 1);
  expect(marketplace.order(id)).toMatchObject({
    status: 'in_delivery',
    courier: { status: 'arrived_at_dropoff' },
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

it('own_delivery_happy_path: completion requires the delivery code 5831', () => {
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
    dropoff_eta_at: '2026-11-20T20:30:00+02:00',
  };
  marketplace.setStatus(id, 'in_delivery', { delivery });
  expect(marketplace.order(id)).toMatchObject({
    courier: { name: 'Nikos', status: 'picked_up', dropoff_eta_at: '2026-11-20T18:30:00.000Z' },
    timing: { estimated_handover_at: '2026-11-20T18:30:00.000Z' },
    allowed_transitions: [
      { status: 'completed', needs: ['delivery_code'] },
      { status: 'delivery_failed', needs: ['reason_code'] },
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

it('dine_in_happy_path: the marketplace accepts the order after a second, and the store completes it', async () => {
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

it('cash_order: the currency has three decimal places, and nothing is due after completion', () => {
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

it('scheduled_order: the order is accepted immediately, prepared at prepare_at, and delivered within 15 minutes of local midnight', async () => {
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

it('nested_modifiers: the order has correct amounts and four levels of modifiers, some of them free', () => {
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

it.each(Object.keys(scenarios))(
  '%s: the event is valid and contains the order as getOrder returns it',
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
