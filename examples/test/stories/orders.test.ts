import { beforeEach, expect, it } from 'vitest';
import { type Stage, setStage } from './sandbox.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});

/** Lets an order arrive, and waits until its event has been received. */
async function arriving(scenario: string): Promise<Stage['inbox']['orders'][number]> {
  const { sandbox, inbox } = stage;
  const before = inbox.orders.length;
  sandbox.createOrder({ scenario });
  await inbox.until(before + 1);
  const event = inbox.orders[before];
  if (event === undefined)
    throw new Error(`The event of the order was turned away: ${inbox.refused.at(-1)}`);
  return event;
}

const secondsUntil = (instant = ''): number =>
  (Date.parse(instant) - Date.parse(stage.sandbox.clock().now)) / 1000;

it('an order comes by event, is acknowledged and accepted, made ready, and completed', async () => {
  const { marketplace, inbox } = stage;
  const { id: eventId, data: order, test } = await arriving('pickup_happy_path');
  expect(test).toBe(true);
  expect(await marketplace.getOrder({ id: order.id })).toEqual(order);
  const taken = await marketplace.acknowledgeOrder({
    id: order.id,
    result: 'succeeded',
    external_id: 'POS-1',
    event_id: eventId,
  });
  expect(taken).toMatchObject({
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
    const moved = await marketplace.setOrderStatus({
      id: order.id,
      status,
      expected_revision: revision,
    });
    expect(moved).toMatchObject({ status, changed: true, revision: revision + 1 });
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
  expect([inbox.orders.length, inbox.refused]).toEqual([1, []]);
});

it('the courier of the marketplace takes an order that is ready, and hands it over', async () => {
  const { sandbox, marketplace } = stage;
  const { data: order } = await arriving('delivery_happy_path');
  await marketplace.acknowledgeOrder({ id: order.id, result: 'succeeded' });
  await marketplace.setOrderStatus({ id: order.id, status: 'accepted', preparation_minutes: 20 });
  await sandbox.advanceClock(20 * 60);
  await marketplace.setOrderStatus({ id: order.id, status: 'ready' });
  expect((await marketplace.getOrder({ id: order.id })).courier).toMatchObject({
    status: 'at_pickup',
  });
  await sandbox.advanceClock(60);
  const refused = await marketplace.setOrderStatus.result({ id: order.id, status: 'completed' });
  expect(refused).toMatchObject({
    ok: false,
    problem: { code: 'invalid_transition', current_status: 'in_delivery', allowed_statuses: [] },
  });
  await sandbox.advanceClock(18 * 60);
  expect(await marketplace.getOrder({ id: order.id })).toMatchObject({
    status: 'completed',
    courier: { status: 'at_dropoff' },
  });
});

it('an order that nobody acknowledges comes again, is noted as missed, and is still taken late', async () => {
  const { sandbox, marketplace, inbox } = stage;
  const { id: eventId, data: order } = await arriving('acknowledgement_missed');
  await sandbox.advanceClock(secondsUntil(order.acknowledgement.acknowledge_by) - 1);
  await inbox.until(3);
  expect(inbox.orders.map(({ id, data }) => [id, data.revision])).toEqual(
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
  expect(inbox.refused).toEqual([]);
});

it('an order that nobody accepts is cancelled by its deadline, and cannot be accepted any more', async () => {
  const { sandbox, marketplace } = stage;
  const { data: order } = await arriving('acceptance_expired');
  await marketplace.acknowledgeOrder({ id: order.id, result: 'succeeded' });
  await sandbox.advanceClock(secondsUntil(order.acceptance.accept_by) - 1);
  expect((await marketplace.getOrder({ id: order.id })).status).toBe('created');
  await sandbox.advanceClock(1);
  expect(await marketplace.getOrder({ id: order.id })).toMatchObject({
    status: 'cancelled',
    cancellation: {
      by: 'system',
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
