import { afterAll, beforeAll } from 'vitest';
import type { Exchange } from '../../src/api/types.ts';
import { type Sent, send, type TestResponse } from './send.ts';
import { startTiny } from './tiny-server.ts';

/** The headers of a valid `createThing` request. */
export const json = { 'content-type': 'application/json', 'idempotency-key': 'key-0001' };
/** The body of a valid `createThing` request. */
export const lamp = { name: 'Lamp' };

/** Serves the tiny contract for the tests of one file. */
export function useTinyContract() {
  let tiny: Awaited<ReturnType<typeof startTiny>>;
  beforeAll(async () => {
    tiny = await startTiny();
  });
  afterAll(() => tiny.stop());
  const sendRequest = (sent: Omit<Sent, 'port'>): Promise<TestResponse> =>
    send({ ...sent, port: tiny.port });
  const post = (
    body: string | Buffer | readonly Buffer[],
    headers: Record<string, string> = {},
  ): Promise<TestResponse> =>
    sendRequest({
      method: 'POST',
      path: '/lastmile/acme/things',
      headers: { ...json, ...headers },
      body,
    });
  return {
    sendRequest,
    post,
    create: (body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> =>
      post(JSON.stringify(body), headers),
    get: (path: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
      sendRequest({ path, headers }),
    port: (): number => tiny.port,
    exchanges: (): readonly Exchange[] => tiny.exchanges,
  };
}
