import createClient from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import { NoResponse, openapiFetchTransport, type Transport } from '../src/http/transport.js';
import { createCaller } from '../src/index.js';
import { cancel, problem, problemResponse, read } from './support/operations.js';
import { rejectionOf, withEnvironment } from './support/stub.js';

type Fetch = typeof globalThis.fetch;
const base = 'https://api.example.com/v1';

/** Creates a transport on `fetch` alone. */
const fetchTransport =
  (fetch: Fetch): Transport =>
  async ({ method, path, pathParameters, headers, body, signal }) => {
    const url =
      base +
      path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(pathParameters[name] ?? ''),
      );
    const joined = new Headers();
    for (const [name, value] of headers.flatMap((some) => Object.entries(some)))
      joined.set(name, value);
    try {
      const response = await fetch(url, {
        method: method.toUpperCase(),
        headers: joined,
        body: body ?? null,
        signal,
      });
      if (response.ok) return { response };
      const text = await response.text();
      return { response, error: text.startsWith('{') ? JSON.parse(text) : text };
    } catch (cause) {
      throw new NoResponse(cause);
    }
  };

/** Creates a transport on the client of openapi-fetch. */
const openapiFetchClientTransport = (fetch: Fetch): Transport => {
  // biome-ignore lint/suspicious/noExplicitAny: the paths are those of the operations.
  const client = createClient<any>({
    baseUrl: base,
    fetch: (request: Request) => fetch(request),
    bodySerializer: (body) => body,
  });
  return async ({ method, path, pathParameters, headers, body, signal }) => {
    const init = {
      params: { path: pathParameters },
      headers: Object.assign({}, ...headers),
      body,
      signal,
      parseAs: 'stream',
    };
    try {
      const { response, error } = await client.request(method as 'get', path, init as never);
      return { response, error };
    } catch (cause) {
      throw new NoResponse(cause);
    }
  };
};

describe.each<[string, (fetch: Fetch) => Transport]>([
  ['the transport of the client', (fetch) => openapiFetchTransport(`${base}/`, fetch)],
  ['a transport on fetch', fetchTransport],
  ['a transport on the client of openapi-fetch', openapiFetchClientTransport],
])('with %s', (_, make) => {
  const sent: Request[] = [];
  const client = (...answers: (Response | Error)[]) => {
    sent.length = 0;
    const fetch: Fetch = async (input, init) => {
      sent.push(new Request(input, init).clone());
      const answer = answers.shift() ?? Response.json({});
      if (answer instanceof Error) throw answer;
      return answer;
    };
    return createCaller(
      withEnvironment(
        { baseUrl: base, token: 'test_1' },
        { transport: make(fetch), sleep: async () => {} },
      ),
      { partner_name: 'acme' },
    );
  };

  it('sends the same requests', async () => {
    const call = client();
    await call(cancel)(
      { booking_id: 'bkg_1' },
      { idempotencyKey: 'order-1042', headers: { Prefer: 'code=200' } },
    );
    await call(read)({ id: 'a/b?c' });
    const [first, second] = sent as [Request, Request];
    expect([first.method, first.url, await first.text()]).toEqual([
      'POST',
      `${base}/acme/cancel_booking`,
      '{"booking_id":"bkg_1"}',
    ]);
    expect(Object.fromEntries(first.headers)).toEqual({
      accept: 'application/json, application/problem+json',
      authorization: 'Bearer test_1',
      'content-type': 'application/json',
      'idempotency-key': 'order-1042',
      prefer: 'code=200',
    });
    expect([second.method, second.url, second.body]).toEqual([
      'GET',
      `${base}/orders/a%2Fb%3Fc`,
      null,
    ]);
  });

  it('returns the same results', async () => {
    const call = client(
      Response.json({ id: 'ord_1' }),
      problemResponse(410, 'gone'),
      new Response(null, { status: 304 }),
      new Response('<html>'),
    );
    expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'ord_1' });
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      name: 'ApiError',
      code: 'gone',
      problem,
    });
    expect(await call(read).result({ id: 'ord_1' }, { ifNoneMatch: '"a"' })).toMatchObject({
      status: 304,
    });
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      name: 'UnexpectedAnswerError',
    });
  });

  it('retries the same failures', async () => {
    const call = client(
      new TypeError('fetch failed'),
      new Response(null, { status: 500 }),
      Response.json({ id: 'bkg_1' }),
    );
    expect(await call(cancel)({})).toEqual({ id: 'bkg_1' });
    expect(sent).toHaveLength(3);
  });
});
