import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCommandHandler, type KeyOutcome } from '../../src/handle-command.ts';
import type { SimulatedClock } from '../../src/kernel/clock.ts';
import { DropConnection } from '../../src/kernel/drop-connection.ts';
import { FaultList, type OperationFault } from '../../src/kernel/fault-injection.ts';
import { IdempotencyKeys } from '../../src/kernel/idempotency-keys.ts';
import { Random } from '../../src/kernel/random.ts';
import { Store } from '../../src/kernel/store.ts';
import { createLastmileBehavior } from '../../src/lastmile/index.ts';
import type { Dispatcher } from '../../src/webhooks/dispatcher.ts';
import { createContext } from '../support/context.ts';
import {
  type Body,
  bookingRequest,
  commandFor,
  contract,
  friday,
  minute,
} from '../support/lastmile.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
let server: Server;
let received: { id: string; body: string }[];
let clock: SimulatedClock;
let dispatcher: Dispatcher;
let handler: ReturnType<typeof createCommandHandler>;

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ id: String(request.headers['webhook-id']), body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const context = createContext({ contract, start: friday, seed: 'wire', maxEntries: 100 });
  ({ clock, dispatcher } = context);
  dispatcher.register({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    secrets: [secret],
  });
  const behavior = createLastmileBehavior(context);
  const keys = new IdempotencyKeys<KeyOutcome>({ now: () => clock.now() });
  handler = createCommandHandler({
    behavior,
    keys,
    faults: new FaultList<OperationFault>(context.store, 'faults'),
    blockedPartners: new Store().value<readonly string[]>('blocked_partners', []),
    random: new Random('faults'),
    rates: undefined,
    sleep: async () => {},
  });
});
afterEach(async () => {
  clock.stop();
  dispatcher.close(true);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Creates a booking, and returns the statuses of its events in the order of arrival. */
async function arrivals(scenario: string): Promise<string[]> {
  await handler.handle(
    commandFor('createBooking', {
      key: 'key-00000001',
      body: bookingRequest({ test_scenario: scenario }),
    }),
  );
  await clock.advance(10 * minute, async () => void (await dispatcher.settle()));
  return received.map(({ body }) => JSON.parse(body).data.status);
}

const toDropoff = [
  'courier_assigned',
  'enroute_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'enroute_to_dropoff',
  'arrived_at_dropoff',
  'delivered',
];

describe('webhook scenarios', () => {
  it('webhook_duplicate delivers each event twice with the same ID and body', async () => {
    expect(await arrivals('webhook_duplicate')).toEqual(
      toDropoff.flatMap((status) => [status, status]),
    );
    for (let index = 0; index < received.length; index += 2)
      expect(received[index]).toEqual(received[index + 1]);
  });

  it('webhook_out_of_order delivers enroute_to_dropoff before picked_up', async () => {
    const [a, b, c, picked, leaving, ...rest] = toDropoff;
    expect(await arrivals('webhook_out_of_order')).toEqual([a, b, c, leaving, picked, ...rest]);
    const revisions = received.map(({ body }) => JSON.parse(body).data.revision);
    expect(revisions).toEqual([2, 3, 4, 6, 5, 7, 8]);
  });

  it('webhook_missing never delivers picked_up', async () => {
    expect(await arrivals('webhook_missing')).toEqual(
      toDropoff.filter((status) => status !== 'picked_up'),
    );
  });
});

it('answer_lost drops the connection, replays the response for the same key, and rejects another key', async () => {
  const body = bookingRequest({ test_scenario: 'answer_lost' });
  const bookWithKey = (key: string): Promise<Body> =>
    handler.handle(commandFor('createBooking', { key, body }));
  await expect(bookWithKey('key-00000001')).rejects.toThrow(DropConnection);
  const again = await bookWithKey('key-00000001');
  expect([
    again.status,
    again.headers['Idempotency-Replayed'],
    again.body.external_reference,
  ]).toEqual([201, 'true', body.external_reference]);
  await expect(bookWithKey('key-00000002')).rejects.toMatchObject({
    code: 'duplicate_external_reference',
    members: { existing_booking_id: again.body.id },
  });
});
