import { afterAll, beforeAll } from 'vitest';
import type { Exchange } from '../../src/api/types.ts';
import { type Sent, send, type TestResponse } from './send.ts';
import { startTiny } from './tiny-server.ts';

/** The headers of a valid `createThing` request. */
export const json = { 'content-type': 'application/json', 'idempotency-key': 'key-0001' };
/** The body of a valid `createThing` request. */
export const lamp = { name: 'Lamp' };

/** Serves the tiny contract for the tests of one file. */
export function useTiny() {
  let tiny: Awaited<ReturnType<typeof startTiny>>;
  beforeAll(async () => {
    tiny = await startTiny();
  });
  afterAll(() => tiny.stop());
  const ask = (sent: Omit<Sent, 'port'>): Promise<TestResponse> =>
    send({ ...sent, port: tiny.port });
  const post = (
    body: string | Buffer | readonly Buffer[],
    headers: Record<string, string> = {},
  ): Promise<TestResponse> =>
    ask({ method: 'POST', path: '/lastmile/acme/things', headers: { ...json, ...headers }, body });
  return {
    ask,
    post,
    create: (body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> =>
      post(JSON.stringify(body), headers),
    get: (path: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
      ask({ path, headers }),
    port: (): number => tiny.port,
    exchanges: (): readonly Exchange[] => tiny.exchanges,
  };
}
