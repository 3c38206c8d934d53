import { isDeepStrictEqual } from 'node:util';
import {
  ApiError,
  ConnectionError,
  type LastmileClient,
  TimeoutError,
} from '@delivery-api/lastmile-client';
import {
  ApiError as MarketplaceApiError,
  type MarketplaceClient,
  ConnectionError as MarketplaceConnectionError,
  TimeoutError as MarketplaceTimeoutError,
} from '@delivery-api/marketplace-client';
import type { Random } from '../../tools/random.ts';
import { apis, bookingRequest, exampleOf, storeId } from '../shared/contracts.ts';
import type { SandboxControl } from '../shared/sandbox-control.ts';
import type { EventTracker } from './event-tracker.ts';
import { injectedCodes } from './fault-injection.ts';
import type { Recorder } from './recorder.ts';

export interface WorkloadOptions {
  lastmile: LastmileClient;
  marketplace: MarketplaceClient;
  control: SandboxControl;
  tracker: EventTracker;
  recorder: Recorder;
  random: Random;
  /** Included in references and idempotency keys, so that they differ between runs. */
  seed: string;
}

type Booking = Parameters<LastmileClient['createBooking']>[0];

/** Problem codes of requests that arrive too late or twice. */
const timingCodes = [
  'booking_not_cancellable',
  'invalid_transition',
  'acknowledgement_conflict',
  'idempotency_in_progress',
];
const expectedCodes: readonly string[] = [...injectedCodes, ...timingCodes];
const connectionErrors = [
  ConnectionError,
  TimeoutError,
  MarketplaceConnectionError,
  MarketplaceTimeoutError,
];

const finalStatuses = new Set(
  Object.values(apis).flatMap(({ contract }) =>
    contract.machines.flatMap(({ states }) =>
      [...states].filter(([, { terminal }]) => terminal).map(([status]) => status),
    ),
  ),
);

/** Sends the requests of integrations to both interfaces. */
export class Workload {
  readonly #options: WorkloadOptions;
  /** Bookings whose creation or replay failed with an expected error, for `retryBookings`. */
  readonly #unconfirmed: { body: Booking; key: string }[] = [];
  /** Orders whose event has arrived and that are being processed. */
  readonly #orders = new Set<Promise<void>>();
  #count = 0;

  constructor(options: WorkloadOptions) {
    this.#options = options;
  }

  /** Runs one random task. Never rejects; unexpected errors are recorded. */
  async runTask(): Promise<void> {
    const { random, recorder } = this.#options;
    const number = ++this.#count;
    const createBooking = () =>
      this.#createBooking(number, random.chance(0.3), random.chance(0.25));
    const createOrder = () => this.#createOrder(random.chance(0.3));
    const [name, task] = random.pick([
      ['booking', createBooking],
      ['booking', createBooking],
      ['order', createOrder],
      ['order', createOrder],
      ['estimate', () => this.#createEstimate()],
      ['read', () => this.#readStores()],
      ['menu', () => this.#submitMenu(number)],
    ] as const);
    recorder.count(`tasks, ${name}`);
    await this.#recordErrors(name, task);
  }

  /** Resolves when the orders that have arrived are processed. */
  async ordersProcessed(): Promise<void> {
    await Promise.all(this.#orders);
  }

  /** Returns whether the sandbox no longer sends `order_created` for an order. */
  async hasEventExpired(id: string): Promise<boolean> {
    const { status, acknowledgement } = await this.#options.marketplace.getOrder({ id });
    return finalStatuses.has(status) || acknowledgement.state === 'timed_out';
  }

  /** Retries the bookings whose creation or replay failed. Their keys prevent duplicates. */
  async retryBookings(): Promise<void> {
    const { lastmile, recorder } = this.#options;
    for (const { body, key } of this.#unconfirmed.splice(0)) {
      try {
        this.#expectFinalEvent((await lastmile.createBooking(body, { idempotencyKey: key })).id);
        recorder.count('retried bookings');
      } catch (error) {
        recorder.defect('unexpected errors', `retried booking: ${describeError(error)}`);
      }
    }
  }

  async #recordErrors(name: string, task: () => Promise<void>): Promise<void> {
    const { recorder } = this.#options;
    try {
      await task();
    } catch (error) {
      if (isExpected(error)) recorder.count(`tasks that failed with ${nameOf(error)}`);
      else recorder.defect('unexpected errors', `${name}: ${describeError(error)}`);
    }
  }

  async #createBooking(number: number, replay: boolean, cancel: boolean): Promise<void> {
    const { lastmile, seed } = this.#options;
    const body = bookingRequest(`S-${seed}-${number}`) as unknown as Booking;
    const key = `soak-${seed}-${number}`;
    const create = () => lastmile.createBooking(body, { idempotencyKey: key });
    let id: string;
    try {
      const booking = await create();
      id = booking.id;
      this.#expectFinalEvent(id);
      if (replay) this.#compareReplay(booking, await create(), `booking ${id}`);
    } catch (error) {
      if (isExpected(error)) this.#unconfirmed.push({ body, key });
      throw error;
    }
    await lastmile.getBookingDetails({ id });
    if (cancel) await lastmile.cancelBooking({ booking_id: id, reason_code: 'customer_requested' });
  }

  /** Creates a test order, and processes it after its event has arrived. */
  async #createOrder(replay: boolean): Promise<void> {
    const { control, tracker } = this.#options;
    const { id } = await control<{ id: string }>('POST', '/orders');
    void tracker
      .expect(id, () => true)
      .then(() => {
        const processed = this.#recordErrors('process order', () => this.#processOrder(id, replay));
        const order = processed.finally(() => this.#orders.delete(order));
        this.#orders.add(order);
      });
  }

  async #processOrder(id: string, replay: boolean): Promise<void> {
    const { marketplace, seed } = this.#options;
    const acknowledge = () =>
      marketplace.acknowledgeOrder(
        { id, result: 'succeeded', external_id: `POS-${id}` },
        { idempotencyKey: `soak-${seed}-${id}` },
      );
    const order = await acknowledge();
    if (replay) this.#compareReplay(order, await acknowledge(), `the acknowledgement of ${id}`);
    for (const status of ['accepted', 'preparing', 'ready'] as const)
      await marketplace.setOrderStatus({ id, status });
    await marketplace.getOrder({ id });
  }

  async #createEstimate(): Promise<void> {
    const body = exampleOf('createEstimate', 'rough_estimate_request');
    await this.#options.lastmile.createEstimate(body as never);
  }

  async #readStores(): Promise<void> {
    const { lastmile, marketplace } = this.#options;
    const id = storeId;
    const result = await lastmile.getStoreInfo.result({ id });
    const etag = result.ok ? result.response.headers.get('etag') : null;
    if (etag !== null) await lastmile.getStoreInfo.result({ id }, { ifNoneMatch: etag });
    await marketplace.getStore({ id });
  }

  async #submitMenu(number: number): Promise<void> {
    const { marketplace, seed } = this.#options;
    const menu = { ...exampleOf('submitMenu'), validate_only: true } as never;
    await marketplace.submitMenu(menu, { idempotencyKey: `soak-${seed}-menu-${number}` });
  }

  #expectFinalEvent(bookingId: string): void {
    void this.#options.tracker.expect(bookingId, (status) => finalStatuses.has(status));
  }

  #compareReplay(first: unknown, second: unknown, what: string): void {
    this.#options.recorder.count('replayed requests');
    if (!isDeepStrictEqual(first, second))
      this.#options.recorder.defect(
        'replays that differ',
        `the replay of ${what} differs from the first response`,
      );
  }
}

function isExpected(error: unknown): boolean {
  if (connectionErrors.some((type) => error instanceof type)) return true;
  const isApiError = error instanceof ApiError || error instanceof MarketplaceApiError;
  return isApiError && expectedCodes.includes(error.code);
}

const nameOf = (error: unknown): string => {
  const { name, code } = error as { name: string; code?: string };
  return code === undefined ? name : `${name} ${code}`;
};

const describeError = (error: unknown): string => `${nameOf(error)}: ${(error as Error).message}`;
