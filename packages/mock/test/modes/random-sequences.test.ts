import type { Json, JsonObject, StateMachine } from '@delivery-api/specs/contract';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { operations, type Tested, tested } from '../../../sandbox/test/support/contracts.ts';
import { runs } from '../../../sandbox/test/support/runs.ts';
import type { DeliveryRecord } from '../../src/api/types.ts';
import { startMock } from '../../src/start-mock.ts';
import { expectDocumented } from '../support/expect-response.ts';
import { startReceiver } from '../support/receiver.ts';
import { bookingRequest, evening, type Served, serving } from '../support/sandbox.ts';
import type { Answer, Sent } from '../support/send.ts';

const [lastmile, marketplace] = tested as [Tested, Tested];
const bookingStories = lastmile.contract.scenarios
  .filter((one) => one.operations.includes('createBooking'))
  .map(({ name }) => name);
/** All but the one that is about a menu: no order belongs to it. */
const orderStories = marketplace.contract.scenarios
  .map(({ name }) => name)
  .filter((name) => name !== 'menu_publishing_fails');
const codes = ['internal_error', 'service_unavailable', 'rate_limited'];

/** What a client, a marketplace and bad luck can do. `which` picks among what is there. */
type Step =
  | { do: 'book'; story: string; reference: number }
  | { do: 'estimate' }
  | { do: 'cancel'; which: number; fee: number }
  | { do: 'arrive'; story: string }
  | { do: 'acknowledge'; which: number; result: 'succeeded' | 'failed' }
  | { do: 'set'; which: number; status: string }
  | { do: 'store'; status: string }
  | { do: 'push'; which: number }
  | { do: 'read'; which: number }
  | { do: 'repeat'; which: number; changed: boolean }
  | { do: 'wait'; seconds: number }
  | { do: 'fault'; operation: string; code: string | undefined; times: number }
  | {
      do: 'event fault';
      fault:
        | 'duplicate'
        | 'out_of_order'
        | 'delayed'
        | 'bad_signature'
        | 'truncated'
        | 'unreachable';
      times: number;
    };

const which = fc.nat({ max: 50 });
const record = <Name extends Step['do']>(
  name: Name,
  parts: {
    [Part in keyof Omit<Extract<Step, { do: Name }>, 'do'>]: fc.Arbitrary<
      Extract<Step, { do: Name }>[Part]
    >;
  },
) => fc.record({ do: fc.constant(name), ...parts }) as unknown as fc.Arbitrary<Step>;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: record('book', {
      story: fc.constantFrom(...bookingStories),
      reference: fc.nat({ max: 6 }),
    }),
  },
  { weight: 1, arbitrary: record('estimate', {}) },
  { weight: 2, arbitrary: record('cancel', { which, fee: fc.constantFrom(0, 5_000) }) },
  { weight: 3, arbitrary: record('arrive', { story: fc.constantFrom(...orderStories) }) },
  {
    weight: 2,
    arbitrary: record('acknowledge', { which, result: fc.constantFrom('succeeded', 'failed') }),
  },
  {
    weight: 4,
    arbitrary: record('set', {
      which,
      status: fc.constantFrom(
        'accepted',
        'rejected',
        'preparing',
        'ready',
        'completed',
        'cancelled',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: record('store', { status: fc.constantFrom('open', 'paused', 'busy', 'closed') }),
  },
  { weight: 2, arbitrary: record('push', { which }) },
  { weight: 2, arbitrary: record('read', { which }) },
  { weight: 3, arbitrary: record('repeat', { which, changed: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: record('wait', { seconds: fc.constantFrom(0, 1, 7, 45, 180, 900, 4000) }),
  },
  {
    weight: 1,
    arbitrary: record('fault', {
      operation: fc.constantFrom('*', ...operations.map(({ operation }) => operation.id)),
      code: fc.option(fc.constantFrom(...codes), { nil: undefined }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: record('event fault', {
      fault: fc.constantFrom(
        'duplicate',
        'out_of_order',
        'delayed',
        'bad_signature',
        'truncated',
        'unreachable',
      ),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

/** A write with a key, and what came of it. */
interface Write {
  path: string;
  body: JsonObject;
  key: string;
  first: Answer | undefined;
}

/**
 * One run: a sandbox, a receiver that is sometimes not up to it, and everything that both have
 * said.
 */
class Evening {
  readonly #served: Served;
  /** The writes in their order; repeats are not among them. */
  readonly #writes: Write[] = [];
  readonly #ids: string[] = [];
  readonly #stories = new Map<string, string>();
  readonly #read = new Map<string, JsonObject>();

  constructor(served: Served) {
    this.#served = served;
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  storyOf(id: string): string | undefined {
    return this.#stories.get(id);
  }

  async take(step: Step): Promise<void> {
    const { mock } = this.#served;
    const id =
      'which' in step ? (this.#ids[step.which % Math.max(1, this.#ids.length)] ?? 'bkg_none') : '';
    switch (step.do) {
      case 'book': {
        const made = await this.#write('/lastmile/acme/create_booking', {
          ...bookingRequest,
          external_reference: `T-${step.reference}`,
          test_scenario: step.story,
        });
        if (made?.status === 201) this.#keep(made.json.id, step.story);
        return;
      }
      case 'estimate': {
        const { pickup, dropoff } = bookingRequest as Record<string, JsonObject>;
        await this.#write('/lastmile/acme/create_estimate', {
          pickup: { address: pickup?.address as Json },
          dropoff: { address: dropoff?.address as Json },
        });
        return;
      }
      case 'cancel':
        await this.#write('/lastmile/acme/cancel_booking', {
          booking_id: id,
          reason_code: 'customer_requested',
          max_fee: { amount: step.fee, currency: 'EUR' },
        });
        return;
      case 'arrive':
        this.#keep(mock.createOrder({ scenario: step.story }).id, step.story);
        return;
      case 'acknowledge': {
        const failure = { reason_code: 'pos_offline', message: 'Away.' };
        const body =
          step.result === 'failed' ? { result: 'failed', failure } : { result: 'succeeded' };
        await this.#write(`/marketplace/orders/${id}/acknowledge`, body);
        return;
      }
      case 'set': {
        const needsReason = step.status === 'rejected' || step.status === 'cancelled';
        const body = {
          status: step.status,
          ...(needsReason && { reason: { code: 'too_busy' } }),
          ...(step.status === 'accepted' && { preparation_minutes: 15 }),
        };
        await this.#write(`/marketplace/orders/${id}/status`, body);
        return;
      }
      case 'store':
        await this.#write('/marketplace/stores/sto_01JD3M7X9KQA/status', {
          status: step.status,
          ...(step.status !== 'open' && { reason_code: 'too_busy' }),
          ...(['paused', 'busy'].includes(step.status) && { duration_minutes: 20 }),
        });
        return;
      case 'push':
        // A story that has ended, or waits for its client, cannot be pushed.
        await this.#served.control(
          'POST',
          `/${id.startsWith('ord_') ? 'orders' : 'bookings'}/${id}/advance`,
          {},
        );
        return;
      case 'read':
        await this.read(id);
        return;
      case 'repeat':
        await this.#repeat(step.which, step.changed);
        return;
      case 'wait':
        await mock.advanceClock(step.seconds);
        return;
      case 'fault':
        mock.setFaults({
          operations: [
            {
              operation: step.operation,
              times: step.times,
              ...(step.code === undefined ? { drop: true } : { code: step.code }),
            },
          ],
        });
        return;
      case 'event fault':
        mock.setFaults({ events: [{ event: '*', fault: step.fault, times: step.times }] });
        return;
    }
  }

  /** Reads a booking or order, and holds it against what was read before. */
  async read(id: string): Promise<JsonObject | undefined> {
    const path = id.startsWith('ord_')
      ? `/marketplace/orders/${id}`
      : `/lastmile/acme/get_booking_details/${id}`;
    const answer = await this.#ask({ path });
    if (answer?.status !== 200) return undefined;
    const now = answer.json as JsonObject;
    const before = this.#read.get(id);
    if (before !== undefined) {
      expect(Number(now.revision)).toBeGreaterThanOrEqual(Number(before.revision));
      const [past, history] = [before.history as Json[], now.history as Json[]];
      expect(history.slice(0, past.length)).toEqual(past);
    }
    this.#read.set(id, now);
    return now;
  }

  #keep(id: string, story: string): void {
    this.#ids.push(id);
    this.#stories.set(id, story);
  }

  async #write(path: string, body: JsonObject): Promise<Answer | undefined> {
    const write: Write = { path, body, key: `key-${this.#writes.length}-000`, first: undefined };
    this.#writes.push(write);
    write.first = await this.#send(write, body);
    return write.first;
  }

  /** Sends a write once more; a kept answer comes back as it was, and another body is refused. */
  async #repeat(index: number, changed: boolean): Promise<void> {
    const write = this.#writes[index % Math.max(1, this.#writes.length)];
    if (write === undefined) return;
    const { first } = write;
    const kept =
      first !== undefined &&
      (first.status < 300 ||
        ((first.status === 409 || first.status === 422) &&
          first.json.code !== 'validation_failed'));
    if (changed && first?.status !== undefined && kept) {
      const answer = await this.#send(write, { ...write.body, ...otherBody(write.path) });
      if (answer !== undefined && answer.status < 500 && answer.status !== 429)
        expect(answer.json.code).toBe('idempotency_key_reused');
      return;
    }
    const answer = await this.#send(write, write.body);
    if (answer === undefined || answer.status >= 500 || answer.status === 429) return;
    if (!kept) {
      write.first = answer;
      const isBooking = write.path.endsWith('create_booking') && answer.status === 201;
      if (isBooking && !this.#stories.has(answer.json.id))
        this.#keep(answer.json.id, String(write.body.test_scenario));
      return;
    }
    expect(answer.headers['idempotency-replayed']).toBe('true');
    expect(answer.status).toBe(first.status);
    if (first.status < 300) expect(answer.text).toBe(first.text);
    else expect(answer.json.code).toBe(first.json.code);
  }

  #send({ path, key }: Write, body: JsonObject): Promise<Answer | undefined> {
    return this.#ask({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  }

  /**
   * Asks, and holds the answer against the contract, closed. `undefined` where the connection was
   * cut, as a fault or story wants it.
   */
  async #ask(sent: Omit<Sent, 'port'>): Promise<Answer | undefined> {
    const answer = await this.#served.ask(sent).catch(() => undefined);
    const [note] = this.#served.mock.requests({ limit: 1 });
    expect(note?.answer_findings).toEqual([]);
    if (answer === undefined) {
      expect(note?.status).toBe(0);
      return undefined;
    }
    const side = note?.interface === 'lastmile' ? lastmile : marketplace;
    const operation = side?.contract.operations.find(({ id }) => id === note?.operation);
    if (side === undefined || operation === undefined)
      throw new Error(`${sent.path} met no operation.`);
    expectDocumented({ ...side, validate: side.open }, operation, answer);
    return answer;
  }
}

/** A change that leaves a body valid. */
const otherBody = (path: string): JsonObject => {
  if (path.endsWith('create_booking')) return { display_reference: 'other' };
  if (path.endsWith('create_estimate')) return { external_reference: 'other' };
  if (path.endsWith('cancel_booking')) return { comment: 'Another one.' };
  if (path.includes('/stores/')) return { note: 'Another one.' };
  return path.endsWith('acknowledge') ? { external_id: 'other' } : { actor_name: 'Somebody else' };
};

const machineOf = (side: Tested): StateMachine => side.contract.machines[0] as StateMachine;

/**
 * Whether the contract lets one status follow another: by a transition, or forward over statuses
 * that need not be passed.
 */
function follows(
  { states, transitions, skips, guaranteed }: StateMachine,
  from: string,
  to: string,
): boolean {
  const place = (status: string): number => [...states.keys()].indexOf(status);
  const reached = new Set([from]);
  for (const status of reached) {
    for (const { to: next } of transitions.filter((one) => one.from === status)) {
      if (next === to) return true;
      if (skips === 'forward' && place(next) > place(status) && !guaranteed.includes(next))
        reached.add(next);
    }
  }
  return false;
}

function expectLegal(side: Tested, resource: JsonObject): void {
  const machine = machineOf(side);
  const statuses = (resource.history as { status: string }[]).map(({ status }) => status);
  expect(machine.initial).toContain(statuses[0]);
  for (const [index, to] of statuses.slice(1).entries()) {
    // An entry may also tell a change within a status, such as a new ready time.
    const from = statuses[index] as string;
    if (from !== to) expect([from, to, follows(machine, from, to)]).toEqual([from, to, true]);
  }
  expect(statuses.at(-1)).toBe(resource.status);
  expect(resource.phase).toBe(machine.states.get(String(resource.status))?.phase);
}

/**
 * Whether the receiver fails an event at first, and how often: never beyond what the plan of the
 * contract makes good.
 */
const failures = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 });

describe('whatever is asked, in whatever order, with whatever bad luck', () => {
  it('no answer leaves the contract, no event is lost or changed, and nothing happens twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 35 }),
        failures,
        fc.string({ maxLength: 5 }),
        async (steps, fails, seed) => {
          const mock = await startMock({
            mode: 'sandbox',
            seed,
            clock: { start: evening, frozen: true },
          });
          const receiver = await startReceiver();
          try {
            const { lastmile: target } = mock.setWebhooks({
              lastmile: { url: receiver.url },
              marketplace: { url: receiver.url },
            });
            const verifier = new Webhook(target?.secrets[0] ?? '');
            const taken = new Map<string, string[]>();
            const seen = new Map<string, number>();
            receiver.answer = (response, count) => {
              const { headers, body } = receiver.received[
                count - 1
              ] as (typeof receiver.received)[number];
              const id = String(headers['webhook-id']);
              if (!seen.has(id)) seen.set(id, fails[seen.size % fails.length] ?? 0);
              try {
                verifier.verify(body, headers);
              } catch {
                response.writeHead(400).end();
                return;
              }
              const left = seen.get(id) ?? 0;
              seen.set(id, left - 1);
              if (left > 0) response.writeHead(500).end();
              else {
                taken.set(id, [...(taken.get(id) ?? []), body]);
                response.writeHead(204).end();
              }
            };
            const evening = new Evening(serving(mock));
            for (const one of steps) await evening.take(one);
            // Everything comes to its end.
            mock.setFaults({});
            await mock.advanceClock(60 * 3600);
            for (const bodies of taken.values()) expect(new Set(bodies).size).toBe(1);
            for (const id of evening.ids) {
              const resource = await evening.read(id);
              if (resource === undefined) throw new Error(`${id} is gone.`);
              const deliveries = mock.deliveries({ subject: id, limit: 1000 });
              expectLegal(id.startsWith('ord_') ? marketplace : lastmile, resource);
              if (id.startsWith('bkg_'))
                expectEveryRevisionOnce(resource, evening.storyOf(id), deliveries, taken);
              else expectAnnounced(resource, deliveries, taken);
            }
            const references = (
              mock.snapshot(1000).lastmile as { bookings: JsonObject[] }
            ).bookings.map((one) => `${one.external_reference} ${one.attempt}`);
            expect(new Set(references).size).toBe(references.length);
          } finally {
            await mock.stop();
            await receiver.stop();
          }
        },
      ),
      runs(25),
    );
  });
});

/**
 * After removing repeats, each announced revision of a booking was received once, but for the one
 * that its story keeps back.
 */
function expectEveryRevisionOnce(
  booking: JsonObject,
  story: string | undefined,
  deliveries: readonly DeliveryRecord[],
  taken: ReadonlyMap<string, string[]>,
): void {
  expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => 'received'));
  const revisions = deliveries
    .map(({ event_id }) => JSON.parse(taken.get(event_id)?.[0] ?? '{}').data?.revision as number)
    .sort((a, b) => a - b);
  const all = Array.from({ length: Number(booking.revision) - 1 }, (_, index) => index + 2);
  const missing = all.filter((revision) => !revisions.includes(revision));
  expect(new Set(revisions).size).toBe(revisions.length);
  expect(revisions.every((revision) => all.includes(revision))).toBe(true);
  expect(missing.length).toBeLessThanOrEqual(story === 'webhook_missing' ? 1 : 0);
}

/**
 * The event of an order was received, or was not needed any more: somebody had answered the order,
 * or it was over.
 */
function expectAnnounced(
  order: JsonObject,
  deliveries: readonly DeliveryRecord[],
  taken: ReadonlyMap<string, string[]>,
): void {
  const [delivery, ...others] = deliveries;
  expect(others).toEqual([]);
  if (delivery === undefined) throw new Error(`${order.id} was never announced.`);
  if (delivery.state === 'received')
    expect(taken.get(delivery.event_id)?.length).toBeGreaterThan(0);
  else expect([delivery.state, order.phase === 'placed']).toEqual(['stopped', false]);
}
