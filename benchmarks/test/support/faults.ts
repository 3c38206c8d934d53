import type { IncomingHttpHeaders } from 'node:http';
import { serveHttp } from '../../shared/listen.ts';
import { type MockServer, startMock } from '../../shared/mock-server.ts';

/**
 * Arguments of a mock without a request log. Its clock starts on a Friday evening in Amsterdam,
 * when most example stores are open.
 */
export const openingHours: readonly string[] = ['--quiet', '--start', '2026-11-20T18:00:00Z'];

const cleanups: (() => unknown)[] = [];

/** Stops all mocks and receivers of a test. */
export async function stopAll(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

export async function start(args: readonly string[]): Promise<MockServer> {
  const mock = await startMock(args);
  cleanups.push(() => mock.stop('SIGKILL'));
  return mock;
}

export interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A webhook receiver that can be stopped, and started again at the same URL. */
export class RestartableReceiver {
  readonly deliveries: Delivery[] = [];
  #server: { url: string; stop: () => Promise<void> } | undefined;
  #url = '';

  get url(): string {
    return `${this.#url}/hooks`;
  }

  async start(): Promise<void> {
    const port = Number(/\d+$/.exec(this.#url)?.[0] ?? 0);
    this.#server = await serveHttp(({ headers }, body, response) => {
      this.deliveries.push({ headers, body: String(body) });
      response.writeHead(204).end();
    }, port);
    this.#url = this.#server.url;
    cleanups.push(() => this.stop());
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop();
  }
}
