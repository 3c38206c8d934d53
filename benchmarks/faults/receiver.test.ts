import { unwrapWebhook } from '@delivery-api/marketplace-client/webhooks';
import { afterEach, expect, it } from 'vitest';
import { direct, endAll, evening, Receiver, start } from './support.ts';

afterEach(endAll);

const orders = 5;

it('a receiver that was killed and comes back gets every event, with the same id and the same bytes, signed anew', async () => {
  const mock = await start([...evening, '--frozen']);
  const receiver = new Receiver();
  await receiver.start();
  const { marketplace } = await direct<{ marketplace: { secrets: string[] } }>(
    mock,
    'PUT',
    '/webhooks',
    { marketplace: { url: receiver.url } },
  );
  await receiver.kill();
  const ids = new Set<string>();
  for (let count = 0; count < orders; count++)
    ids.add((await direct<{ id: string }>(mock, 'POST', '/orders', {})).id);
  await direct(mock, 'PUT', '/clock', { advance_seconds: 1 });
  interface Record {
    state: string;
    event_id: string;
    attempts: { error?: string }[];
  }
  const before = await direct<Record[]>(mock, 'GET', '/deliveries');
  expect(before.map(({ state }) => state)).toEqual(Array(orders).fill('waiting'));
  expect(new Set(before.flatMap(({ attempts }) => attempts.map(({ error }) => error)))).toEqual(
    new Set(['ECONNREFUSED']),
  );

  await receiver.start();
  await direct(mock, 'PUT', '/clock', { advance_seconds: 30 });
  const after = await direct<Record[]>(mock, 'GET', '/deliveries');
  expect(after.map(({ state }) => state)).toEqual(Array(orders).fill('received'));
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set(after.map((one) => one.event_id)),
  );
  const told = await Promise.all(
    receiver.received.map(({ headers, body }) =>
      unwrapWebhook(body, headers as never, marketplace.secrets),
    ),
  );
  expect(new Set(told.map(({ event }) => (event as { data: { id: string } }).data.id))).toEqual(
    ids,
  );

  const [first] = after;
  await direct(mock, 'POST', `/deliveries/${first?.event_id}/redeliver`);
  await direct(mock, 'PUT', '/clock', { advance_seconds: 1 });
  const same = receiver.received.filter(({ headers }) => headers['webhook-id'] === first?.event_id);
  expect(same.length).toBeGreaterThan(1);
  expect(new Set(same.map(({ body }) => body)).size).toBe(1);
});
