import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../tools/random.ts';
import { bookingRequest, storeId } from '../shared/contracts.ts';
import type { Defects } from './defects.ts';

/** A booking that a 201 response has confirmed. */
export interface ConfirmedBooking {
  workspace: string;
  key: string;
  /** Body of the request. */
  request: string;
  /** Body of the first response. */
  response: string;
  id: string;
  /** The highest revision in the response to the creation and in the responses to reads. */
  revision: number;
}

interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/** Time for which a client retries a request, in milliseconds. */
const timeoutMs = 300_000;

/** Clients that create, read and cancel bookings, and record every confirmed booking. */
export class Workload {
  readonly confirmed: ConfirmedBooking[] = [];
  /** Number of attempts that failed with a lost connection or a retryable error. */
  failedAttempts = 0;
  requests = 0;
  responses = 0;
  readonly #urls: readonly string[];
  readonly #random: Random;
  readonly #defects: Defects;
  readonly #run = Date.now().toString(36);
  #isRunning = true;

  constructor(urls: readonly string[], random: Random, defects: Defects) {
    this.#urls = urls;
    this.#random = random;
    this.#defects = defects;
  }

  /** Runs clients until `end` is called. */
  async run(workspaces: readonly string[], clients: number, pauseMs: number): Promise<void> {
    const work = async (client: number): Promise<void> => {
      for (let number = 0; this.#isRunning; number++) {
        const workspace = this.#random.pick(workspaces);
        await this.#task(workspace, `${this.#run}-${client}-${number}`);
        await wait(this.#random.below(2 * pauseMs));
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  }

  /** Resolves after the given number of further responses, or when the workload ends. */
  async progress(responses: number): Promise<void> {
    const target = this.responses + responses;
    while (this.#isRunning && this.responses < target) await wait(10);
  }

  end(): void {
    this.#isRunning = false;
  }

  /** Repeats a booking request. Records a defect unless the response replays the first response. */
  async repeat({ workspace, key, request, response, id }: ConfirmedBooking): Promise<void> {
    const reply = await this.#send(workspace, 'POST', '/create_booking', request, key);
    if (reply === undefined) return;
    if (reply.status !== 201 || reply.headers.get('idempotency-replayed') !== 'true')
      this.#defects.add('keys that do not replay', `${id}: ${reply.status} ${reply.text}`);
    else if (reply.text !== response)
      this.#defects.add('replays that differ', `${id}: ${reply.text}`);
  }

  /**
   * Reads a booking. Records a defect if the response is not 200, or if its revision is lower than
   * `booking.revision` was before the request. The responses to overlapping reads can arrive in any
   * order.
   *
   * @returns `undefined` if the booking cannot be read
   */
  async read(booking: ConfirmedBooking): Promise<{ status: string; revision: number } | undefined> {
    const { workspace, id, revision: earlier } = booking;
    const reply = await this.#send(workspace, 'GET', `/get_booking_details/${id}`);
    if (reply === undefined) return undefined;
    if (reply.status !== 200) {
      this.#defects.add('confirmed bookings lost', `${id}: ${reply.status} ${reply.text}`);
      return undefined;
    }
    const { status, revision } = JSON.parse(reply.text);
    if (revision < earlier)
      this.#defects.add('revisions lost', `${id}: ${revision} after ${earlier}`);
    booking.revision = Math.max(booking.revision, revision);
    return { status, revision };
  }

  /** Returns the milliseconds from `since` until the replica at `url` serves a workspace. */
  async timeUntilServed(workspace: string, url: string, since: number): Promise<number> {
    for (;;) {
      const reply = await attempt(url, workspace, 'GET', `/get_store_info/${storeId}`);
      if (reply?.status === 200) return performance.now() - since;
      await wait(20);
    }
  }

  async #task(workspace: string, name: string): Promise<void> {
    const request = JSON.stringify(bookingRequest(name));
    const key = `durability-${name}`;
    const reply = await this.#send(workspace, 'POST', '/create_booking', request, key);
    if (reply === undefined) return;
    if (reply.status !== 201) {
      this.#defects.add('errors that are not retryable', `${reply.status} ${reply.text}`);
      return;
    }
    const { id, revision } = JSON.parse(reply.text);
    const response = reply.text;
    const booking = { workspace, key, request, response, id, revision };
    this.confirmed.push(booking);
    const earlier = this.#random.pick(this.confirmed);
    if (this.#random.chance(0.3)) await this.repeat(earlier);
    if (this.#random.chance(0.3)) await this.read(earlier);
    if (this.#random.chance(0.2)) await this.#cancel(booking, name);
  }

  async #cancel({ workspace, id }: ConfirmedBooking, name: string): Promise<void> {
    const request = JSON.stringify({ booking_id: id, reason_code: 'customer_requested' });
    const key = `cancel-${name}`;
    const reply = await this.#send(workspace, 'POST', '/cancel_booking', request, key);
    // 409 means that the booking can no longer be cancelled.
    if (reply !== undefined && reply.status !== 200 && reply.status !== 409)
      this.#defects.add('errors that are not retryable', `${reply.status} ${reply.text}`);
  }

  /**
   * Sends a request, and retries it after lost connections and retryable errors.
   *
   * @returns the response, or `undefined` after the timeout, which is recorded as a defect
   */
  async #send(
    workspace: string,
    method: string,
    path: string,
    body?: string,
    key?: string,
  ): Promise<Reply | undefined> {
    this.requests += 1;
    const started = performance.now();
    for (;;) {
      const url = this.#random.pick(this.#urls);
      const reply = await attempt(url, workspace, method, path, body, key);
      if (reply !== undefined && !isRetryable(reply)) {
        this.responses += 1;
        return reply;
      }
      this.failedAttempts += 1;
      if (performance.now() - started > timeoutMs) {
        const last = reply === undefined ? 'no connection' : `${reply.status} ${reply.text}`;
        this.#defects.add('requests that never succeed', `${method} ${path}: ${last}`);
        return undefined;
      }
      await wait(50);
    }
  }
}

/** Sends a request once. Returns `undefined` without a complete response. */
async function attempt(
  url: string,
  workspace: string,
  method: string,
  path: string,
  body?: string,
  key?: string,
): Promise<Reply | undefined> {
  try {
    const response = await fetch(`${url}/lastmile/acme${path}`, {
      method,
      headers: {
        authorization: `Bearer test_${workspace}.client`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(15_000),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return undefined;
  }
}

function isRetryable({ status, text }: Reply): boolean {
  if (status < 500 && status !== 409 && status !== 429) return false;
  try {
    return JSON.parse(text).retryable === true;
  } catch {
    return false;
  }
}
