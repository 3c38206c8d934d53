import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exampleOf } from '../attack/examples.ts';
import { type MockProcess, startMockProcess } from '../attack/mock-process.ts';

/** A Friday evening in Amsterdam, when the stores of the examples are open. */
export const evening: readonly string[] = ['--quiet', '--start', '2026-11-20T18:00:00Z'];

const endings: (() => unknown)[] = [];

/** Ends everything that was begun, whatever became of the test. */
export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}

export async function start(args: readonly string[]): Promise<MockProcess> {
  const mock = await startMockProcess(args);
  endings.push(() => mock.stop('SIGKILL'));
  return mock;
}

/** Directs a sandbox. */
export async function direct<Answer = unknown>(
  mock: MockProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const headers = method === 'GET' ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(`${mock.url}/_sandbox${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

export interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

/** A receiver that can be killed, and started again at the same address. */
export class Receiver {
  readonly received: Received[] = [];
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hooks`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        this.received.push({ headers: request.headers, body });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    endings.push(() => this.kill());
  }

  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}

/** A request for a booking that needs nothing else. */
export const bookingRequest = (reference: string): never =>
  ({
    ...exampleOf('createBooking', 'reassignment_booking_request'),
    external_reference: reference,
  }) as never;
