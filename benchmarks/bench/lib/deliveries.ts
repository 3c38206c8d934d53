import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { freePort } from '../../../tools/free-port.ts';
import { answers, type Running, startNode } from './processes.ts';
import { root } from './servers.ts';

/** A receiver that answers everything with 204, and knows how many different events it has had. */
class Receiver {
  readonly port: number;
  readonly #seen = new Set<string>();
  readonly #server: Server;
  #wanted = 0;
  #enough: () => void = () => {};

  constructor(port: number) {
    this.port = port;
    this.#server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(204).end();
        this.#seen.add(String(request.headers['webhook-id']));
        if (this.#seen.size >= this.#wanted) this.#enough();
      });
    });
  }

  async open(): Promise<void> {
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** @throws {Error} when they have not come within a minute */
  has(events: number): Promise<void> {
    this.#wanted = events;
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () =>
          reject(new Error(`Of ${events} events, ${this.#seen.size} have come within a minute.`)),
        60_000,
      );
      this.#enough = () => {
        clearTimeout(late);
        resolve();
      };
      if (this.#seen.size >= events) this.#enough();
    });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Makes orders, and takes the seconds until the event of each has arrived. */
export function delivered(orders: number): Promise<number> {
  return withSandbox(async (url, receiver) => {
    await receiver.open();
    const begun = performance.now();
    await Promise.all([makeOrders(url, orders), receiver.has(orders)]);
    return (performance.now() - begun) / 1000;
  });
}

/**
 * Makes orders while the receiver is down; the seconds from when the first repeat is due until the
 * event of each has arrived.
 */
export function caughtUp(orders: number): Promise<number> {
  return withSandbox(async (url, receiver) => {
    await makeOrders(url, orders);
    await allTried(url);
    await receiver.open();
    const begun = performance.now();
    const arrived = receiver.has(orders);
    await ask(`${url}/_sandbox/clock`, 'PUT', { advance_seconds: 60 });
    await arrived;
    return (performance.now() - begun) / 1000;
  });
}

async function withSandbox(
  measure: (url: string, receiver: Receiver) => Promise<number>,
): Promise<number> {
  const [port, target] = [await freePort(), await freePort()];
  const receiver = new Receiver(target);
  const webhook = `http://127.0.0.1:${target}/`;
  const sandbox: Running = startNode(
    [
      `${root}packages/mock/dist/cli.js`,
      'start',
      '--port',
      String(port),
      '--frozen',
      '--webhook',
      webhook,
    ],
    port,
  );
  try {
    const url = `http://127.0.0.1:${port}`;
    await answers(`${url}/_sandbox/health`, {});
    return await measure(url, receiver);
  } finally {
    await sandbox.stop();
    receiver.close();
  }
}

/**
 * Waits until no event waits for its first attempt any more. @throws {Error} when that takes half a
 * minute
 */
async function allTried(url: string): Promise<void> {
  for (let asked = 0; asked < 3_000; asked++) {
    const waiting = (await ask(`${url}/_sandbox/deliveries?limit=1000`)) as {
      attempts: unknown[];
    }[];
    if (waiting.every(({ attempts }) => attempts.length > 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('Some events have not been tried once within half a minute.');
}

/** Ten at a time, as ten tills would. */
async function makeOrders(url: string, orders: number): Promise<void> {
  let made = 0;
  const till = async (): Promise<void> => {
    while (made++ < orders) await ask(`${url}/_sandbox/orders`, 'POST', {});
  };
  await Promise.all(Array.from({ length: 10 }, till));
}

async function ask(url: string, method = 'GET', body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${method} ${url} is answered with ${response.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}
