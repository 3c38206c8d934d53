import { freePort } from '../../../tools/free-port.ts';
import { bookingRequest } from '../../shared/contracts.ts';
import { serveHttp } from '../../shared/listen.ts';
import { type MockServer, withMock } from '../../shared/mock-server.ts';
import { processorTime } from '../../shared/processes.ts';
import { type SandboxControl, sandboxControl } from '../../shared/sandbox-control.ts';

/** A webhook receiver that returns 204 and counts distinct events. */
class CountingReceiver {
  readonly #port: number;
  readonly #eventIds = new Set<unknown>();
  #onEvent: () => void = () => {};
  #stop: (() => Promise<void>) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async start(): Promise<void> {
    const { stop } = await serveHttp(({ headers }, _body, response) => {
      response.writeHead(204).end();
      this.#eventIds.add(headers['webhook-id']);
      this.#onEvent();
    }, this.#port);
    this.#stop = stop;
  }

  /**
   * Waits until a number of distinct events has arrived.
   *
   * @throws {Error} if the events do not arrive within a minute
   */
  waitFor(count: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const onTimeout = (): void =>
        reject(new Error(`${this.#eventIds.size} of ${count} events arrived within a minute.`));
      const timer = setTimeout(onTimeout, 60_000);
      this.#onEvent = () => {
        if (this.#eventIds.size < count) return;
        clearTimeout(timer);
        resolve();
      };
      this.#onEvent();
    });
  }

  /** The number of distinct events. */
  get events(): number {
    return this.#eventIds.size;
  }

  async stop(): Promise<void> {
    await this.#stop?.();
  }
}

/** Creates orders and returns the seconds until their events have arrived. */
export const deliverySeconds = (orders: number): Promise<number> =>
  withSandbox(async (control, receiver) => {
    await receiver.start();
    const start = performance.now();
    await Promise.all([createOrders(control, orders), receiver.waitFor(orders)]);
    return (performance.now() - start) / 1000;
  });

/**
 * Creates orders while the receiver is down, starts the receiver, and advances the clock past the
 * first retry.
 *
 * @returns the seconds from the advance until all events have arrived
 */
export const catchUpSeconds = (orders: number): Promise<number> =>
  withSandbox(async (control, receiver) => {
    await createOrders(control, orders);
    await waitForFirstAttempts(control);
    await receiver.start();
    const start = performance.now();
    const arrived = receiver.waitFor(orders);
    await control('PUT', '/clock', { advance_seconds: 60 });
    await arrived;
    return (performance.now() - start) / 1000;
  });

/**
 * Creates bookings, and advances the simulated clock. The receiver responds immediately.
 *
 * @returns the duration of the advance, and the CPU time and number of events during it. Times are
 * in seconds. The CPU time is `undefined` if the system does not report it.
 */
export const advanceBookings = (
  bookings: number,
  simulatedSeconds: number,
): Promise<{ seconds: number; processor: number | undefined; events: number }> =>
  withSandbox(async (control, receiver, { url, pid }) => {
    await receiver.start();
    await concurrently(bookings, (number) => createBooking(url, number));
    await waitForFirstAttempts(control);
    const before = receiver.events;
    const [start, used] = [performance.now(), processorTime(pid)];
    await control('PUT', '/clock', { advance_seconds: simulatedSeconds });
    const seconds = (performance.now() - start) / 1000;
    const usedAfter = processorTime(pid);
    const processor = used === undefined || usedAfter === undefined ? undefined : usedAfter - used;
    return { seconds, processor, events: receiver.events - before };
  });

async function withSandbox<Result>(
  measure: (
    control: SandboxControl,
    receiver: CountingReceiver,
    mock: MockServer,
  ) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const receiver = new CountingReceiver(port);
  const args = ['--frozen', '--webhook', `http://127.0.0.1:${port}/`];
  try {
    return await withMock(args, (mock) => measure(sandboxControl(mock.url), receiver, mock), {
      discardOutput: true,
    });
  } finally {
    await receiver.stop();
  }
}

/**
 * Waits until each of the latest 1,000 events has a delivery attempt.
 *
 * @throws {Error} if an event has no delivery attempt after 30 seconds
 */
async function waitForFirstAttempts(control: SandboxControl): Promise<void> {
  for (let poll = 0; poll < 3_000; poll++) {
    const deliveries = await control<{ attempts: unknown[] }[]>('GET', '/deliveries?limit=1000');
    if (deliveries.every(({ attempts }) => attempts.length > 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('Some events have no delivery attempt after 30 seconds.');
}

const createOrders = (control: SandboxControl, orders: number): Promise<void> =>
  concurrently(orders, () => control('POST', '/orders'));

async function createBooking(url: string, number: number): Promise<void> {
  const response = await fetch(`${url}/lastmile/acme/create_booking`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer test_bench',
      'content-type': 'application/json',
      'idempotency-key': `key-${number}-bench`,
    },
    body: JSON.stringify(bookingRequest(`B-${number}`)),
  });
  const text = await response.text();
  if (response.status !== 201)
    throw new Error(`Booking ${number} failed with ${response.status}: ${text}`);
}

/** Runs a task for each number from 1 to `count`, ten at a time. */
async function concurrently(
  count: number,
  run: (number: number) => Promise<unknown>,
): Promise<void> {
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < count) await run(++started);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
}
