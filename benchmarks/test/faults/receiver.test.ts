import { unwrapWebhook } from '@delivery-api/marketplace-client/webhooks';
import { afterEach, expect, it } from 'vitest';
import { sandboxControl } from '../../shared/sandbox-control.ts';
import { openingHours, RestartableReceiver, start, stopAll } from '../support/faults.ts';

afterEach(stopAll);

const orders = 5;

it('a receiver gets every event after a restart, and a redelivery has the same ID and body', async () => {
  const mock = await start([...openingHours, '--frozen']);
  const control = sandboxControl(mock.url);
  const receiver = new RestartableReceiver();
  await receiver.start();
  const { marketplace } = await control<{ marketplace: { secrets: string[] } }>(
    'PUT',
    '/webhooks',
    { marketplace: { url: receiver.url } },
  );
  await receiver.stop();
  const ids = new Set<string>();
  for (let count = 0; count < orders; count++)
    ids.add((await control<{ id: string }>('POST', '/orders', {})).id);
  await control('PUT', '/clock', { advance_seconds: 1 });
  interface DeliveryRecord {
    state: string;
    event_id: string;
    attempts: { error?: string }[];
  }
  const before = await control<DeliveryRecord[]>('GET', '/deliveries');
  expect(before.map(({ state }) => state)).toEqual(Array(orders).fill('waiting'));
  expect(new Set(before.flatMap(({ attempts }) => attempts.map(({ error }) => error)))).toEqual(
    new Set(['ECONNREFUSED']),
  );

  await receiver.start();
  await control('PUT', '/clock', { advance_seconds: 30 });
  const after = await control<DeliveryRecord[]>('GET', '/deliveries');
  expect(after.map(({ state }) => state)).toEqual(Array(orders).fill('received'));
  expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set(after.map((one) => one.event_id)),
  );
  const events = await Promise.all(
    receiver.deliveries.map(({ headers, body }) =>
      unwrapWebhook(body, headers as never, marketplace.secrets),
    ),
  );
  expect(new Set(events.map(({ event }) => (event as { data: { id: string } }).data.id))).toEqual(
    ids,
  );

  const [first] = after;
  await control('POST', `/deliveries/${first?.event_id}/redeliver`);
  await control('PUT', '/clock', { advance_seconds: 1 });
  const same = receiver.deliveries.filter(
    ({ headers }) => headers['webhook-id'] === first?.event_id,
  );
  expect(same.length).toBeGreaterThan(1);
  expect(new Set(same.map(({ body }) => body)).size).toBe(1);
});
