import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { callOf, startProxied, startUpstream } from '../support/changing-upstream.ts';
import { reply, summaries } from '../support/proxy-messages.ts';

describe('a request through a proxy', () => {
  it('a request reaches the service with the same method, path, query, token and bytes, and without hop-by-hop headers', async () => {
    const { request, response } = callOf('createBooking');
    const real = await startUpstream(reply(response));
    const { sendRequest } = await startProxied({ lastmile: `${real.url}/base/` });
    const bytes = Buffer.from(` ${request.body} \n`);
    await sendRequest({
      ...request,
      path: `${request.path}?q=%20a&q=b`,
      headers: {
        ...request.headers,
        'X-Own': 'Ünverändert',
        connection: 'close, x-hop',
        'x-hop': '1',
        authorization: 'Bearer abc.def',
      },
      body: bytes,
    });
    const [forwarded] = real.receivedRequests;
    expect(forwarded).toMatchObject({
      method: 'POST',
      url: `/base${request.path.slice('/lastmile'.length)}?q=%20a&q=b`,
    });
    expect(forwarded?.bytes.equals(bytes)).toBe(true);
    expect(forwarded?.rawHeaders).toContain('X-Own');
    expect(forwarded?.headers).toMatchObject({
      authorization: 'Bearer abc.def',
      'x-own': 'Ünverändert',
      host: `127.0.0.1:${real.port}`,
    });
    expect(forwarded?.headers).not.toHaveProperty('x-hop');
  });

  const without = (name: string) => (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).filter(([known]) => known !== name));
  it.each<
    [
      string,
      {
        path?: string;
        method?: string;
        headers?: (headers: Record<string, string>) => Record<string, string>;
        body?: string;
      },
      string[],
    ]
  >([
    [
      'a path that is not in the contract',
      { path: '/lastmile/acme/nowhere' },
      ['path path_not_found'],
    ],
    ['a method that the path does not support', { method: 'PUT' }, ['method method_not_allowed']],
    [
      'no token',
      { headers: (headers) => ({ ...headers, authorization: '' }) },
      ['Authorization unauthenticated'],
    ],
    ['no idempotency key', { headers: without('idempotency-key') }, ['Idempotency-Key required']],
    [
      'an Accept header that excludes JSON',
      { headers: (headers) => ({ ...headers, accept: 'text/html' }) },
      ['Accept not_acceptable'],
    ],
    [
      'a media type other than JSON',
      { headers: (headers) => ({ ...headers, 'content-type': 'text/plain' }) },
      ['Content-Type unsupported_media_type'],
    ],
    ['a body that is not JSON', { body: '{"secret": hidden' }, ['body malformed_json']],
    [
      'a body that is declared as gzip and not compressed',
      { headers: (headers) => ({ ...headers, 'content-encoding': 'gzip' }) },
      ['Content-Encoding malformed_json'],
    ],
    [
      'a compression that the contract does not support',
      { headers: (headers) => ({ ...headers, 'content-encoding': 'br' }) },
      ['Content-Encoding unsupported_media_type'],
    ],
    [
      'an unknown field',
      {
        body: JSON.stringify({
          ...JSON.parse(callOf('createBooking').request.body ?? ''),
          mood: 1,
        }),
      },
      ['/mood additional_properties'],
    ],
    [
      'several errors',
      {
        headers: (headers) => ({ ...headers, authorization: '', 'idempotency-key': 'short' }),
        body: 'x',
      },
      [
        'Authorization unauthenticated',
        'body malformed_json',
        'Idempotency-Key min_length',
        'Idempotency-Key pattern',
      ],
    ],
  ])(
    'a request with %s is forwarded, and the violation is reported',
    async (_, change, expected) => {
      const { request, response } = callOf('createBooking');
      const real = await startUpstream(reply(response));
      const { mock, sendRequest, lines, exchanges } = await startProxied({ lastmile: real.url });
      const { headers = (same) => same, ...others } = change;
      const forwarded = await sendRequest({
        ...request,
        ...others,
        headers: headers(request.headers),
      });
      expect([forwarded.status, real.receivedRequests.length]).toEqual([response.status, 1]);
      const { findings } = mock.report();
      expect(summaries(findings.filter((one) => one.in === 'request'))).toEqual(
        expected.map((one) => `request error ${one}`),
      );
      expect(exchanges[0]?.findings).toHaveLength(expected.length);
      expect(lines[0]).toContain(findings[0]?.message);
      expect(JSON.stringify(findings)).not.toContain('hidden');
    },
  );

  it.each([
    ['is required', undefined, 'Idempotency-Key is required'],
    [
      'The Authorization header is missing',
      '',
      'Authorization: The Authorization header is missing; send `Authorization: Bearer <token>`.',
    ],
  ])('a finding with the message %j begins with its place', async (_, authorization, expected) => {
    const { request, response } = callOf('createBooking');
    const real = await startUpstream(reply(response));
    const { sendRequest, exchanges } = await startProxied({ lastmile: real.url });
    const headers = without('idempotency-key')(request.headers);
    await sendRequest({
      ...request,
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    });
    expect(exchanges[0]?.findings).toContain(expected);
  });

  it('a request body above the limit of the operation is forwarded completely, and reported as payload_too_large', async () => {
    const { request, response } = callOf('createBooking');
    const real = await startUpstream(reply(response));
    const { mock, sendRequest } = await startProxied({ lastmile: real.url });
    const body = Buffer.alloc(5 * 1024 * 1024, ' ');
    expect((await sendRequest({ ...request, body })).status).toBe(201);
    expect(real.receivedRequests[0]?.bytes.equals(body)).toBe(true);
    expect(summaries(mock.report().findings)).toEqual(['request error body payload_too_large']);
  });

  it('a request body that is compressed with gzip is forwarded compressed and validated uncompressed', async () => {
    const { request, response } = callOf('createBooking');
    const real = await startUpstream(reply(response));
    const { mock, sendRequest } = await startProxied({ lastmile: real.url });
    const body = gzipSync(request.body ?? '');
    await sendRequest({
      ...request,
      headers: { ...request.headers, 'content-encoding': 'gzip' },
      body,
    });
    expect(real.receivedRequests[0]?.bytes.equals(body)).toBe(true);
    expect(mock.report().findings).toEqual([]);
  });
});
