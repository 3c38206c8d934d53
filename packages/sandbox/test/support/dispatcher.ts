import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject, WebhookDelivery } from '@delivery-api/specs/contract';
import { afterEach, beforeEach } from 'vitest';
import { sendWebhook } from '../../../mock/src/http/webhook-sender.ts';
import { SimulatedClock, systemClock } from '../../src/kernel/clock.ts';
import { createIds, Random } from '../../src/kernel/random.ts';
import { Scheduler } from '../../src/kernel/scheduler.ts';
import { Store } from '../../src/kernel/store.ts';
import { Dispatcher } from '../../src/webhooks/dispatcher.ts';

export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const schedule: WebhookDelivery = {
  timeout_seconds: 1,
  delays_seconds: [0, 5, 300],
  until: 'exhausted',
  test_vector: {} as never,
};

export interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A dispatcher with a frozen clock, and an HTTP server that receives its webhooks. */
export class DispatcherSetup {
  received: Received[] = [];
  /** Responds to a webhook; `count` is the number of webhooks so far, including this one. */
  respond: (response: ServerResponse, count: number) => void = (response) =>
    void response.writeHead(204).end();
  readonly clock = new SimulatedClock({ start: Date.parse('2026-11-20T18:00:00Z'), frozen: true });
  dispatcher = this.createDispatcher();
  readonly #server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      this.received.push({ headers: request.headers as Record<string, string>, body });
      this.respond(response, this.received.length);
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.dispatcher.register({ url: this.url, secrets: [secret] });
  }

  async stop(): Promise<void> {
    this.clock.stop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  createDispatcher(plan = schedule): Dispatcher {
    const store = new Store();
    return new Dispatcher({
      name: 'lastmile',
      clock: this.clock,
      wall: systemClock,
      store,
      scheduler: new Scheduler(this.clock, store),
      schedule: plan,
      newId: createIds(new Random('d')),
      sender: sendWebhook,
    });
  }

  event(id: string): JsonObject {
    return {
      id,
      type: 'bookingUpdated',
      occurred_at: this.clock.instant(),
      data: { revision: 1 },
    };
  }

  advance(seconds: number): Promise<void> {
    return this.clock.advance(seconds * 1000, () => this.dispatcher.settle());
  }
}

/** Starts a new setup before each test, and stops it after the test. */
export function useDispatcher(): { current: DispatcherSetup } {
  const fixture = { current: undefined as unknown as DispatcherSetup };
  beforeEach(async () => {
    fixture.current = new DispatcherSetup();
    await fixture.current.start();
  });
  afterEach(() => fixture.current.stop());
  return fixture;
}
