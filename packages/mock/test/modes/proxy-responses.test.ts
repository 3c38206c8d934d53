import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { callOf, startProxied, startUpstream } from '../support/changing-upstream.ts';
import { bytesOf, type Prepared, reply, summaries } from '../support/proxy-messages.ts';

describe('a response through a proxy', () => {
  const cases: [string, string, number | undefined, (response: Prepared) => Prepared, string[]][] =
    [
      [
        'an undocumented status',
        'getBookingDetails',
        200,
        (response) => ({ ...response, status: 418 }),
        ['error status undocumented_status'],
      ],
      [
        'a redirect',
        'getBookingDetails',
        200,
        (response) => ({ ...response, status: 302 }),
        ['error status undocumented_status'],
      ],
      [
        'a missing header',
        'getBookingDetails',
        200,
        ({ headers: { ETag: _, ...headers }, ...response }) => ({ ...response, headers }),
        ['error ETag required'],
      ],
      [
        'a media type other than JSON',
        'getBookingDetails',
        200,
        (response) => ({
          ...response,
          headers: { ...response.headers, 'Content-Type': 'text/json' },
        }),
        ['error Content-Type media_type'],
      ],
      [
        'a field with the wrong type',
        'getBookingDetails',
        200,
        (response) => ({ ...response, body: { ...response.body, revision: 'one' } }),
        ['error /revision type'],
      ],
      [
        'a missing required field',
        'getBookingDetails',
        200,
        ({ body: { status: _, ...body }, ...response }) => ({ ...response, body }),
        ['error /status required'],
      ],
      [
        'an unknown field',
        'getBookingDetails',
        200,
        (response) => ({ ...response, body: { ...response.body, mood: 'good' } }),
        ['warning /mood unknown_field'],
      ],
      [
        'a new value of an extensible enum',
        'getBookingDetails',
        200,
        (response) => ({ ...response, body: { ...response.body, status: 'teleported' } }),
        [],
      ],
      [
        'a problem code of another operation',
        'getBookingDetails',
        404,
        (response) => ({ ...response, body: { ...response.body, code: 'order_not_found' } }),
        ['error /code undocumented_code'],
      ],
      [
        'a problem whose status differs from the status line',
        'getBookingDetails',
        404,
        (response) => ({ ...response, body: { ...response.body, status: 410 } }),
        ['error /status status_mismatch'],
      ],
      [
        'a problem without a required member of its code',
        'createBooking',
        422,
        ({ body: { errors: _, ...body }, ...response }) => ({ ...response, body }),
        ['error /errors required'],
      ],
    ];
  it.each(cases)(
    'a response with %s is forwarded, and only its violations are reported',
    async (_, id, status, change, expected) => {
      const { request, response } = callOf(id, status);
      const changed = change(response);
      const real = await startUpstream(reply(changed));
      const { mock, sendRequest, exchanges } = await startProxied({ lastmile: real.url });
      const forwarded = await sendRequest(request);
      expect([forwarded.status, forwarded.text]).toEqual([
        changed.status,
        JSON.stringify(changed.body),
      ]);
      expect(summaries(mock.report().findings)).toEqual(expected.map((one) => `response ${one}`));
      expect(exchanges[0]?.responseFindings).toHaveLength(expected.length);
      expect(mock.requests()[0]?.response_findings).toEqual(exchanges[0]?.responseFindings);
    },
  );

  it.each([
    ['that is not JSON', 'oops', 'body malformed_json'],
    ['that is empty', '', 'body required'],
  ])(
    'a response body %s is forwarded, and the violation is reported',
    async (_, text, expected) => {
      const { request, response: documented } = callOf('getBookingDetails');
      const real = await startUpstream(
        (response) => void response.writeHead(200, documented.headers).end(text),
      );
      const { mock, sendRequest } = await startProxied({ lastmile: real.url });
      const forwarded = await fetch(`${mock.url}${request.path}`, {
        headers: { authorization: 'Bearer test_token' },
      });
      expect(await forwarded.text()).toBe(text);
      expect(summaries(mock.report().findings)).toEqual([`response error ${expected}`]);
      expect((await sendRequest({ ...request, method: 'HEAD' })).status).toBe(200);
      expect(mock.report().findings).toHaveLength(1);
    },
  );

  it('a response that is compressed with gzip is forwarded unchanged and validated uncompressed', async () => {
    const { request, response: documented } = callOf('getBookingDetails');
    const packed = gzipSync(JSON.stringify({ ...documented.body, revision: 'one' }));
    const real = await startUpstream(
      (response) =>
        void response
          .writeHead(200, { ...documented.headers, 'Content-Encoding': 'gzip' })
          .end(packed),
    );
    const { mock } = await startProxied({ lastmile: real.url });
    expect(await bytesOf(mock.port, request.path)).toEqual(packed);
    const unpacked = await fetch(`${mock.url}${request.path}`, {
      headers: { authorization: 'Bearer test_token' },
    });
    expect([
      unpacked.headers.get('content-encoding'),
      ((await unpacked.json()) as Prepared['body']).revision,
    ]).toEqual(['gzip', 'one']);
    expect(summaries(mock.report().findings)).toEqual(['response error /revision type']);
  });

  it('a response that exceeds the maximum size after decompression is forwarded, and reported as a warning', async () => {
    const { request, response: documented } = callOf('getBookingDetails');
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1, ' '));
    const real = await startUpstream(
      (response) =>
        void response
          .writeHead(200, { ...documented.headers, 'Content-Encoding': 'gzip' })
          .end(packed),
    );
    const { mock } = await startProxied({ lastmile: real.url });
    expect(await bytesOf(mock.port, request.path)).toEqual(packed);
    expect(summaries(mock.report().findings)).toEqual(['response warning body payload_too_large']);
  });

  it('a response keeps repeated headers, and loses hop-by-hop headers', async () => {
    const { request, response: documented } = callOf('getBookingDetails');
    const real = await startUpstream((response) => {
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.setHeader('Keep-Alive', 'timeout=77');
      reply(documented)(response);
    });
    const { mock } = await startProxied({ lastmile: real.url });
    const { headers } = await fetch(`${mock.url}${request.path}`, {
      headers: { authorization: 'Bearer test_token' },
    });
    expect([headers.getSetCookie(), headers.get('keep-alive')]).toEqual([
      ['a=1', 'b=2'],
      expect.not.stringContaining('77'),
    ]);
  });
});
