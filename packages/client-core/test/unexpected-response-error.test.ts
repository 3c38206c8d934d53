import { describe, expect, it } from 'vitest';
import { UnexpectedResponseError } from '../src/index.js';
import { problem, problemResponse, read } from './support/operations.js';
import { rejectionOf, stub } from './support/stub.js';

const page = (status: number, type: string | undefined, body: string | null = '<html>') => {
  const response = new Response(body, {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
  });
  if (type === undefined) response.headers.delete('content-type');
  return response;
};

describe('UnexpectedResponseError', () => {
  it.each<[string, Response, string]>([
    ['an HTML page with 200', page(200, 'text/html'), 'text/html instead of JSON'],
    [
      'a page without a content type',
      page(200, undefined),
      'a body without a media type instead of JSON',
    ],
    [
      'incomplete JSON',
      page(200, 'application/json', '{"id":'),
      'application/json that is not as documented',
    ],
    ['null', Response.json(null), 'application/json that is not as documented'],
    ['an array', Response.json([]), 'application/json that is not as documented'],
    ['a number', Response.json(42), 'application/json that is not as documented'],
    ['an empty success', page(200, 'application/json', ''), 'an empty body'],
    ['an empty 500', page(500, undefined, null), 'an empty body'],
    [
      'an empty 500 with Content-Length',
      new Response('', { status: 500, headers: { 'content-length': '0' } }),
      'an empty body',
    ],
    ['an HTML page with 502', page(502, 'text/html'), 'text/html instead of JSON'],
    [
      'JSON that is not a problem',
      Response.json({ error: 'nope' }, { status: 503 }),
      'application/json that is not as documented',
    ],
    [
      'JSON with a code and no status',
      Response.json({ code: 'busy' }, { status: 503 }),
      'application/json that is not as documented',
    ],
    [
      'null instead of a problem',
      Response.json(null, { status: 503 }),
      'application/json that is not as documented',
    ],
    [
      'a redirect',
      new Response(null, { status: 301, headers: { location: 'https://elsewhere.example' } }),
      'a redirect',
    ],
    ['304 without ifNoneMatch', new Response(null, { status: 304 }), 'no body'],
  ])('throws an UnexpectedResponseError for %s', async (_, response, found) => {
    const { call } = stub([response], { maxRetries: 0 });
    const error = await rejectionOf<UnexpectedResponseError>(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({
      name: 'UnexpectedResponseError',
      status: response.status,
      operation: 'getOrder',
      attempts: 1,
    });
    expect(error.found).toContain(found);
    expect(error.message).toContain(found);
    expect(error.response.status).toBe(response.status);
  });

  it.each([
    ['an empty 500', new Response(null, { status: 500 })],
    ['an HTML page with 502', page(502, 'text/html')],
    ['a 503 with JSON that is not a problem', Response.json({ error: 'nope' }, { status: 503 })],
    ['an HTML page with 403', page(403, 'text/html')],
  ])('the result method returns a failed result for %s', async (_, response) => {
    const { call } = stub([response], { maxRetries: 0 });
    expect(await call(read).result({ id: 'ord_1' })).toMatchObject({
      ok: false,
      status: response.status,
      problem: {
        type: 'about:blank',
        code: 'unexpected_response',
        status: response.status,
        retryable: response.status >= 500,
      },
    });
  });

  it('the result method throws an UnexpectedResponseError for an HTML page with a 2xx status', async () => {
    const { call } = stub([page(200, 'text/html')]);
    expect(await rejectionOf(call(read).result({ id: 'ord_1' }))).toBeInstanceOf(
      UnexpectedResponseError,
    );
  });

  it('throws an UnexpectedResponseError if checkResponse finds violations in a body', async () => {
    const seen: unknown[] = [];
    const checkResponse = (response: { body: unknown }) => {
      seen.push(response);
      return [
        '/id: is missing',
        '/status: is not a string',
        '/price: is missing',
        '/phase: is missing',
      ];
    };
    const { call } = stub([Response.json({ a: 1 }), () => problemResponse(410, 'gone')], {
      checkResponse,
    });
    const error = await rejectionOf(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error.message).toContain(
      '200 with a body that violates the contract (/id: is missing, /status: is not a string, /price: is missing, …)',
    );
    expect(await rejectionOf(call(read).result({ id: 'ord_1' }))).toMatchObject({
      name: 'UnexpectedResponseError',
      status: 410,
    });
    expect(seen).toEqual([
      { operation: 'getOrder', status: 200, body: { a: 1 } },
      { operation: 'getOrder', status: 410, body: problem },
    ]);
  });

  it('throws no UnexpectedResponseError if checkResponse finds no violations', async () => {
    const { call } = stub([Response.json({ a: 1 })], { checkResponse: () => [] });
    expect(await call(read)({ id: 'ord_1' })).toEqual({ a: 1 });
  });
});
