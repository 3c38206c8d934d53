import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  unwrapWebhook as unwrapLastmile,
  WebhookVerificationError,
} from '@delivery-api/lastmile-client/webhooks';
import { unwrapWebhook as unwrapMarketplace } from '@delivery-api/marketplace-client/webhooks';
import { interfaces } from '../attack/judge.ts';
import type { Ledger } from './ledger.ts';
import type { Tally } from './tally.ts';

/**
 * How the receiver takes events: as it should, with 503, never answering, with its port closed, or
 * by breaking off.
 */
export const moods = ['well', 'refuses', 'hangs', 'down', 'breaks off'] as const;
export type Mood = (typeof moods)[number];

export interface ReceiverParts {
  ledger: Ledger;
  tally: Tally;
  secrets: Record<'lastmile' | 'marketplace', string>;
  /** For the tests: whether an event is answered, and then forgotten. */
  forgets?: (subject: string) => boolean;
}

/**
 * Receives events as an integrator would: verifies them with the clients, and answers at once; and
 * has its bad days.
 */
export class Receiver {
  readonly #parts: ReceiverParts;
  #server: Server | undefined;
  #port = 0;
  #mood: Mood = 'well';

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Changes its mood; a restart is `down`, and then another. */
  async feel(mood: Mood): Promise<void> {
    this.#mood = mood;
    if (mood === 'down') await this.stop();
    else if (this.#server === undefined) await this.start();
  }

  /** Ends a hang: while it lasts, each step of the sandbox waits for its time-outs. */
  comeRound(): void {
    if (this.#mood === 'hangs') this.#mood = 'well';
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#take(request, response));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { tally, ledger, forgets } = this.#parts;
    tally.count('deliveries');
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    if (this.#mood === 'hangs') return;
    if (this.#mood === 'breaks off') return void request.socket.destroy();
    if (this.#mood === 'refuses') return void response.writeHead(503).end();
    const body = Buffer.concat(chunks).toString();
    try {
      const arrival = await this.#read(request, body);
      if (forgets?.(arrival.subject) !== true) ledger.arrived(arrival);
      response.writeHead(204).end();
    } catch (error) {
      if (error instanceof WebhookVerificationError)
        tally.count('deliveries refused for their signature');
      else
        tally.fault('errors of a kind not expected', `the receiver: ${(error as Error).message}`);
      response.writeHead(400).end();
    }
  }

  async #read(
    request: IncomingMessage,
    body: string,
  ): Promise<{ id: string; type: string; subject: string; status: string; body: string }> {
    const name = request.url === '/lastmile' ? 'lastmile' : 'marketplace';
    const secret = this.#parts.secrets[name];
    const { id, event } = await (name === 'lastmile' ? unwrapLastmile : unwrapMarketplace)(
      body,
      request.headers,
      secret,
    );
    const judged = interfaces.find((one) => one.name === name);
    const schema = judged?.contract.webhooks[0]?.content.schema;
    for (const found of schema === undefined
      ? ['no webhook']
      : (judged?.validate(schema, event) ?? []))
      this.#parts.tally.fault('contract violations', `event ${id}: ${found}`);
    const data = event.data as { booking_id?: string; id?: string; status?: string };
    return {
      id,
      type: event.type as string,
      subject: data.booking_id ?? data.id ?? '',
      status: data.status ?? '',
      body,
    };
  }
}
