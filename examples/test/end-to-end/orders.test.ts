import { beforeEach, expect, it } from 'vitest';
import { type SandboxContext, startSandbox } from '../support/sandbox.ts';

let context: SandboxContext;
beforeEach(async () => {
  context = await startSandbox();
});

/** Creates a test order and waits for its event. */
async function createOrder(
  scenario: string,
): Promise<SandboxContext['receiver']['orders'][number]> {
  const { sandbox, receiver } = context;
  const before = receiver.orders.length;
  sandbox.createOrder({ scenario });
  await receiver.waitFor(before + 1);
  const event = receiver.orders[before];
  if (event === undefined)
    throw new Error(`The event of the order was rejected: ${receiver.rejected.at(-1)}`);
  return event;
}

const secondsUntil = (instant = ''): number =>
  (Date.parse(instant) - Date.parse(context.sandbox.clock().now)) / 1000;

it('an order is received as an event, acknowledged, accepted, prepared and completed', async () => {
  const { marketplace, receiver } = context;
  const { id: eventId, data: order, test } = await createOrder('pickup_happy_path');
  expect(test).toBe(true);
  expect(await marketplace.getOrder({ id: order.id })).toEqual(order);
  const acknowledged = await marketplace.acknowledgeOrder({
    id: order.id,
    result: 'succeeded',
    external_id: 'POS-1',
    event_id: eventId,
  });
  expect(acknowledged).toMatchObject({
    changed: true,
    status: 'created',
    acknowledgement: { state: 'succeeded', late: false, event_id: eventId },
  });

  const accepted = await marketplace.setOrderStatus({
    id: order.id,
    status: 'accepted',
    preparation_minutes: 15,
  });
  expect(accepted).toMatchObject({
    previous_status: 'created',
    confirmed_ready_at: '2026-11-20T18:15:00.000Z',
  });
  for (const status of ['preparing', 'ready', 'completed'] as const) {
    const { revision } = await marketplace.getOrder({ id: order.id });
    const updated = await marketplace.setOrderStatus({
      id: order.id,
      status,
      expected_revision: revision,
    });
    expect(updated).toMatchObject({ status, changed: true, revision: revision + 1 });
  }
  const read = await marketplace.getOrder({ id: order.id });
  expect(read).toMatchObject({
    phase: 'closed',
    external_id: 'POS-1',
    allowed_transitions: [],
    revision: 6,
  });
  expect(read.history.map(({ status }) => status)).toEqual([
    'created',
    'accepted',
    'preparing',
    'ready',
    'completed',
  ]);
  expect([receiver.orders.length, receiver.rejected]).toEqual([1, []]);
});

it('a marketplace courier picks up a ready order, and the delivery completes the order', async () => {
  const { sandbox, marketplace } = context;
  const { data: order } = await createOrder('delivery_happy_path');
  await marketplace.acknowledgeOrder({ id: order.id, result: 'succeeded' });
  await marketplace.setOrderStatus({ id: order.id, status: 'accepted', preparation_minutes: 20 });
  await sandbox.advanceClock(20 * 60);
  await marketplace.setOrderStatus({ id: order.id, status: 'ready' });
  expect((await marketplace.getOrder({ id: order.id })).courier).toMatchObject({
    status: 'arrived_at_pickup',
  });
  await sandbox.advanceClock(60);
  const rejected = await marketplace.setOrderStatus.result({ id: order.id, status: 'completed' });
  expect(rejected).toMatchObject({
    ok: false,
    problem: { code: 'invalid_transition', current_status: 'in_delivery', allowed_statuses: [] },
  });
  await sandbox.advanceClock(18 * 60);
  expect(await marketplace.getOrder({ id: order.id })).toMatchObject({
    status: 'completed',
    courier: { status: 'arrived_at_dropoff' },
  });
});

it('an acknowledgement times out after three delivery attempts, and a late acknowledgement is accepted', async () => {
  const { sandbox, marketplace, receiver } = context;
  const { id: eventId, data: order } = await createOrder('acknowledgement_missed');
  await sandbox.advanceClock(secondsUntil(order.acknowledgement.acknowledge_by) - 1);
  await receiver.waitFor(3);
  expect(receiver.orders.map(({ id, data }) => [id, data.revision])).toEqual(
    Array(3).fill([eventId, 1]),
  );
  expect((await marketplace.getOrder({ id: order.id })).acknowledgement.state).toBe('pending');
  await sandbox.advanceClock(1);
  expect(await marketplace.getOrder({ id: order.id })).toMatchObject({
    status: 'created',
    acknowledgement: { state: 'timed_out' },
  });
  const late = await marketplace.acknowledgeOrder({ id: order.id, result: 'succeeded' });
  expect(late).toMatchObject({
    changed: true,
    acknowledgement: { state: 'succeeded', late: true },
  });
  expect(await marketplace.setOrderStatus({ id: order.id, status: 'accepted' })).toMatchObject({
    status: 'accepted',
    changed: true,
  });
  expect(receiver.rejected).toEqual([]);
});

it('an order that is not accepted is cancelled at accept_by, and can no longer be accepted', async () => {
  const { sandbox, marketplace } = context;
  const { data: order } = await createOrder('acceptance_expired');
  await marketplace.acknowledgeOrder({ id: order.id, result: 'succeeded' });
  await sandbox.advanceClock(secondsUntil(order.acceptance.accept_by) - 1);
  expect((await marketplace.getOrder({ id: order.id })).status).toBe('created');
  await sandbox.advanceClock(1);
  expect(await marketplace.getOrder({ id: order.id })).toMatchObject({
    status: 'cancelled',
    cancellation: {
      cancelled_by: 'system',
      reason_code: 'acceptance_expired',
      at: order.acceptance.accept_by,
    },
  });
  const late = await marketplace.setOrderStatus.result({ id: order.id, status: 'accepted' });
  expect(late).toMatchObject({
    ok: false,
    status: 409,
    problem: { code: 'invalid_transition', current_status: 'cancelled', allowed_statuses: [] },
  });
});
