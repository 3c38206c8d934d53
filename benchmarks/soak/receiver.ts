import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  unwrapWebhook as unwrapLastmile,
  WebhookVerificationError,
} from '@delivery-api/lastmile-client/webhooks';
import { unwrapWebhook as unwrapMarketplace } from '@delivery-api/marketplace-client/webhooks';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { apis } from '../shared/contracts.ts';
import { serveHttp } from '../shared/listen.ts';
import type { EventTracker, ReceivedEvent } from './event-tracker.ts';
import type { Recorder } from './recorder.ts';

/** Normal operation, 503 responses, no response, a closed port, or dropped connections. */
export type ReceiverBehavior = 'healthy' | 'failing' | 'hanging' | 'stopped' | 'dropping';

export interface ReceiverOptions {
  tracker: EventTracker;
  recorder: Recorder;
  secrets: Record<InterfaceName, string>;
  /** For tests: returns whether the receiver responds with 204 but does not record the event. */
  ignores?: ((subject: string) => boolean) | undefined;
}

/** A webhook receiver that verifies events with the clients and can simulate outages. */
export class Receiver {
  readonly #options: ReceiverOptions;
  #server: { url: string; stop: () => Promise<void> } | undefined;
  #url = '';
  #behavior: ReceiverBehavior = 'healthy';

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  /** URL without a trailing slash. It stays the same after a restart. */
  get url(): string {
    return this.#url;
  }

  async setBehavior(behavior: ReceiverBehavior): Promise<void> {
    this.#behavior = behavior;
    if (behavior === 'stopped') await this.stop();
    else if (this.#server === undefined) await this.start();
  }

  /**
   * Changes `hanging` to `healthy`, because each step of the clock waits for the timeouts of a
   * receiver that hangs.
   */
  endHang(): void {
    if (this.#behavior === 'hanging') this.#behavior = 'healthy';
  }

  async start(): Promise<void> {
    const port = Number(/\d+$/.exec(this.#url)?.[0] ?? 0);
    this.#server = await serveHttp((...args) => void this.#receive(...args), port);
    this.#url = this.#server.url;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop();
  }

  async #receive(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const { recorder, tracker, ignores } = this.#options;
    recorder.count('deliveries');
    if (this.#behavior === 'hanging') return;
    if (this.#behavior === 'dropping') return void request.socket.destroy();
    if (this.#behavior === 'failing') return void response.writeHead(503).end();
    try {
      const event = await this.#verify(request, String(body));
      if (!ignores?.(event.subject)) tracker.add(event);
      response.writeHead(204).end();
    } catch (error) {
      if (error instanceof WebhookVerificationError)
        recorder.count('deliveries rejected because of their signature');
      else recorder.defect('unexpected errors', `the receiver: ${(error as Error).message}`);
      response.writeHead(400).end();
    }
  }

  async #verify({ url, headers }: IncomingMessage, body: string): Promise<ReceivedEvent> {
    const name = url === '/lastmile' ? 'lastmile' : 'marketplace';
    const unwrap = name === 'lastmile' ? unwrapLastmile : unwrapMarketplace;
    const { id, event } = await unwrap(body, headers, this.#options.secrets[name]);
    const { contract, validate } = apis[name];
    const schema = contract.webhooks[0]?.content.schema;
    const violations = schema === undefined ? ['no webhook'] : validate(schema, event);
    for (const violation of violations)
      this.#options.recorder.defect('contract violations', `event ${id}: ${violation}`);
    const data = event.data as { booking_id?: string; id?: string; status?: string };
    const subject = data.booking_id ?? data.id ?? '';
    return { id, type: event.type, subject, status: data.status ?? '', body };
  }
}
