import type { Json, JsonObject, StateMachine } from '@delivery-api/specs/contract';
import { expect } from 'vitest';
import type { TestContract } from '../../../sandbox/test/support/contracts.ts';
import { expectDocumented } from './expect-response.ts';
import { lastmile, marketplace, type Step } from './random-steps.ts';
import { bookingRequest, type Served } from './sandbox.ts';
import type { Sent, TestResponse } from './send.ts';

/** A write request with an idempotency key, and its first response. */
interface Write {
  path: string;
  body: JsonObject;
  key: string;
  first: TestResponse | undefined;
}

/** One random run: a sandbox, its requests, and the resources that they created. */
export class RandomRun {
  readonly #served: Served;
  /** The write requests in order, without retries. */
  readonly #writes: Write[] = [];
  readonly #ids: string[] = [];
  readonly #scenarios = new Map<string, string>();
  readonly #read = new Map<string, JsonObject>();

  constructor(served: Served) {
    this.#served = served;
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  scenarioOf(id: string): string | undefined {
    return this.#scenarios.get(id);
  }

  async take(step: Step): Promise<void> {
    const { mock } = this.#served;
    const id =
      'which' in step ? (this.#ids[step.which % Math.max(1, this.#ids.length)] ?? 'bkg_none') : '';
    switch (step.do) {
      case 'book': {
        const created = await this.#write('/lastmile/acme/create_booking', {
          ...bookingRequest,
          external_reference: `T-${step.reference}`,
          test_scenario: step.scenario,
        });
        if (created?.status === 201) this.#keep(created.json.id, step.scenario);
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
      case 'create order':
        this.#keep(mock.createOrder({ scenario: step.scenario }).id, step.scenario);
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
          ...(needsReason && { reason_code: 'too_busy' }),
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
      case 'advance':
        // A scenario that has ended or waits for a request cannot be advanced.
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

  /** Reads a booking or order, and compares it with the previous read. */
  async read(id: string): Promise<JsonObject | undefined> {
    const path = id.startsWith('ord_')
      ? `/marketplace/orders/${id}`
      : `/lastmile/acme/get_booking_details/${id}`;
    const response = await this.#sendRequest({ path });
    if (response?.status !== 200) return undefined;
    const now = response.json as JsonObject;
    const before = this.#read.get(id);
    if (before !== undefined) {
      expect(Number(now.revision)).toBeGreaterThanOrEqual(Number(before.revision));
      const [past, history] = [before.history as Json[], now.history as Json[]];
      expect(history.slice(0, past.length)).toEqual(past);
    }
    this.#read.set(id, now);
    return now;
  }

  #keep(id: string, scenario: string): void {
    this.#ids.push(id);
    this.#scenarios.set(id, scenario);
  }

  async #write(path: string, body: JsonObject): Promise<TestResponse | undefined> {
    const write: Write = { path, body, key: `key-${this.#writes.length}-000`, first: undefined };
    this.#writes.push(write);
    write.first = await this.#send(write, body);
    return write.first;
  }

  /**
   * Sends a write request again. If the sandbox stored the first response, expects a replay, or a
   * rejection if the body has changed.
   */
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
      const response = await this.#send(write, { ...write.body, ...otherBody(write.path) });
      if (response !== undefined && response.status < 500 && response.status !== 429)
        expect(response.json.code).toBe('idempotency_key_reused');
      return;
    }
    const response = await this.#send(write, write.body);
    if (response === undefined || response.status >= 500 || response.status === 429) return;
    if (!kept) {
      write.first = response;
      const isBooking = write.path.endsWith('create_booking') && response.status === 201;
      if (isBooking && !this.#scenarios.has(response.json.id))
        this.#keep(response.json.id, String(write.body.test_scenario));
      return;
    }
    expect(response.headers['idempotency-replayed']).toBe('true');
    expect(response.status).toBe(first.status);
    if (first.status < 300) expect(response.text).toBe(first.text);
    else expect(response.json.code).toBe(first.json.code);
  }

  #send({ path, key }: Write, body: JsonObject): Promise<TestResponse | undefined> {
    return this.#sendRequest({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  }

  /**
   * Sends a request, and validates the response against the contract without unknown properties.
   * Returns `undefined` if a fault or scenario closed the connection.
   */
  async #sendRequest(sent: Omit<Sent, 'port'>): Promise<TestResponse | undefined> {
    const response = await this.#served.sendRequest(sent).catch(() => undefined);
    const [logged] = this.#served.mock.requests({ limit: 1 });
    expect(logged?.response_findings).toEqual([]);
    if (response === undefined) {
      expect(logged?.status).toBe(0);
      return undefined;
    }
    const api = logged?.interface === 'lastmile' ? lastmile : marketplace;
    const operation = api?.contract.operations.find(({ id }) => id === logged?.operation);
    if (api === undefined || operation === undefined)
      throw new Error(`${sent.path} matches no operation.`);
    expectDocumented({ ...api, validate: api.open }, operation, response);
    return response;
  }
}

/** Returns a member that changes the body of a write request and keeps the body valid. */
const otherBody = (path: string): JsonObject => {
  if (path.endsWith('create_booking')) return { display_reference: 'other' };
  if (path.endsWith('create_estimate')) return { external_reference: 'other' };
  if (path.endsWith('cancel_booking')) return { note: 'Another one.' };
  if (path.includes('/stores/')) return { note: 'Another one.' };
  return path.endsWith('acknowledge') ? { external_id: 'other' } : { actor_name: 'Somebody else' };
};

const machineOf = (api: TestContract): StateMachine => api.contract.machines[0] as StateMachine;

/**
 * Returns whether the contract allows a status change, either directly or forward over statuses
 * that can be skipped.
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

/** Expects that the contract allows the statuses and the phase of a resource. */
export function expectLegal(api: TestContract, resource: JsonObject): void {
  const machine = machineOf(api);
  const statuses = (resource.history as { status: string }[]).map(({ status }) => status);
  expect(machine.initial).toContain(statuses[0]);
  for (const [index, to] of statuses.slice(1).entries()) {
    // An entry can also record a change within a status, such as a new ready time.
    const from = statuses[index] as string;
    if (from !== to) expect([from, to, follows(machine, from, to)]).toEqual([from, to, true]);
  }
  expect(statuses.at(-1)).toBe(resource.status);
  expect(resource.phase).toBe(machine.states.get(String(resource.status))?.phase);
}
