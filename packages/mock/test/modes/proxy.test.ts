import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { operations, validRequest } from '../../../sandbox/test/support/contracts.ts';
import { startMock } from '../../src/start-mock.ts';
import { callOf, startProxied, startUpstream } from '../support/changing-upstream.ts';
import { reply, summaries } from '../support/proxy-messages.ts';
import { send } from '../support/send.ts';

describe('a proxy in front of a mock', () => {
  it('forwards a response with each documented status unchanged, and reports only IDs and references that differ from the request', async () => {
    const real = await startMock({ mode: 'examples' });
    const { mock, sendRequest } = await startProxied({
      lastmile: real.lastmile,
      marketplace: `${real.marketplace}/`,
    });
    try {
      for (const { name, operation } of operations) {
        for (const response of operation.responses) {
          const request = validRequest(operation);
          const sent = {
            ...request,
            path: `/${name}${request.path}`,
            headers: {
              ...request.headers,
              prefer: `code=${response.status}`,
              ...(response.status === 304 && { 'if-none-match': '"a"' }),
            },
          };
          const [direct, forwarded] = [
            await send({ ...sent, port: real.port }),
            await sendRequest(sent),
          ];
          const { 'request-id': _, date: __, ...own } = direct.headers;
          expect([operation.id, forwarded.status, forwarded.text]).toEqual([
            operation.id,
            direct.status,
            direct.text,
          ]);
          expect(forwarded.headers).toMatchObject(own);
        }
      }
      const report = mock.report();
      // Some response examples contain an ID or a reference that differs from that in the request.
      expect(summaries(report.findings)).toEqual([
        'response error /external_reference identity_mismatch',
        'response error /id identity_mismatch',
      ]);
      expect(report.never_called).toEqual([]);
      expect(
        report.operations.flatMap(({ operation, never_seen }) =>
          never_seen.map((status) => `${operation} ${status}`),
        ),
      ).toEqual([]);
    } finally {
      await real.stop();
    }
  });

  it('reports no response error for an error response that any request can get', async () => {
    const real = await startMock({ mode: 'examples' });
    const { mock, sendRequest } = await startProxied({ lastmile: real.lastmile });
    const { request } = callOf('createBooking');
    const response = await sendRequest({
      ...request,
      headers: { ...request.headers, 'content-type': 'text/plain' },
    });
    await real.stop();
    expect([response.status, summaries(mock.report().findings)]).toEqual([
      415,
      ['request error Content-Type unsupported_media_type'],
    ]);
  });
});

describe('an upstream without a complete response', () => {
  const cases: [string, (response: ServerResponse) => void, RegExp][] = [
    ['hangs', () => {}, /^The upstream http:\S+ did not respond within 0\.2 s\.$/],
    [
      'closes the connection',
      (response) => void response.socket?.destroy(),
      /^The upstream http:\S+ closed the connection without a response\.$/,
    ],
    [
      'closes the connection during the response',
      (response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{', () => response.socket?.destroy());
      },
      /^The upstream http:\S+ closed the connection during the response\.$/,
    ],
  ];
  it.each(cases)(
    'an upstream that %s leads to a problem with a one-sentence detail and to a finding',
    async (_, response, detail) => {
      const real = await startUpstream(response);
      const { mock, sendRequest, lines } = await startProxied(
        { lastmile: real.url },
        { timeoutSeconds: 0.2 },
      );
      const forwarded = await sendRequest(callOf('getBookingDetails').request);
      expect([forwarded.status, forwarded.json.code, forwarded.json.detail]).toEqual([
        500,
        'internal_error',
        expect.stringMatching(detail),
      ]);
      expect(summaries(mock.report().findings)).toEqual(['response error connection no_response']);
      expect(lines[0]).toContain('response: connection: The upstream');
    },
  );

  it('an upstream that is not reachable leads to a problem', async () => {
    const stopped = await startMock({ mode: 'examples' });
    await stopped.stop();
    const { sendRequest } = await startProxied({ lastmile: stopped.lastmile });
    expect((await sendRequest(callOf('getBookingDetails').request)).json.detail).toMatch(
      / is not reachable \(ECONNREFUSED\): no server listens on its address\.$/,
    );
  });

  it('the proxy stops without waiting for a missing response, and does not count the request', async () => {
    const real = await startUpstream(() => {});
    const { mock, sendRequest } = await startProxied({ lastmile: real.url });
    const open = sendRequest(callOf('getBookingDetails').request).catch((error: Error) => error);
    await expect.poll(() => real.receivedRequests.length).toBe(1);
    await mock.stop();
    expect(await open).toBeInstanceOf(Error);
    expect(mock.report().counts).toMatchObject({ requests: 0, response_errors: 0 });
  });
});

describe('proxy reports', () => {
  it('the report, the request list and the log of a proxy contain no token, query or body content', async () => {
    const { request, response } = callOf('createBooking');
    const real = await startUpstream(
      reply({ ...response, body: { ...response.body, revision: 'S3CRET' } }),
    );
    const { mock, sendRequest, lines, exchanges } = await startProxied({ lastmile: real.url });
    for (const body of [request.body, '{"a": S3CRET', '"S3CRET"'])
      for (const authorization of ['Bearer S3CRET', 'S3CRET', 'Basic S3CRET'])
        await sendRequest({
          ...request,
          path: `${request.path}?token=S3CRET`,
          headers: { ...request.headers, authorization },
          body,
        });
    const requestLog = await sendRequest({ path: '/_sandbox/requests' });
    const report = await sendRequest({ path: '/_sandbox/report' });
    expect(report.json.counts).toEqual(mock.report().counts);
    expect(requestLog.json).toHaveLength(9);
    expect(
      JSON.stringify([lines, exchanges, requestLog.text, report.text, mock.report()]),
    ).not.toContain('S3CRET');
  });

  it('the report of a proxy counts repeated findings, and contains the first request for each finding', async () => {
    const { request, response } = callOf('getBookingDetails');
    const real = await startUpstream(
      reply({ ...response, body: { ...response.body, revision: 'one' } }),
    );
    const { mock, sendRequest } = await startProxied({ lastmile: real.url });
    const first = await sendRequest(request);
    await sendRequest(request);
    expect(first.status).toBe(200);
    const { findings, counts, operations: reportedOperations } = mock.report();
    expect(findings).toEqual([
      {
        interface: 'lastmile',
        operation: 'getBookingDetails',
        status: 200,
        in: 'response',
        severity: 'error',
        place: '/revision',
        code: 'type',
        message: 'must be an integer',
        count: 2,
        first: {
          request_id: expect.stringMatching(/^req_/),
          method: 'GET',
          path: request.path.slice('/lastmile'.length),
        },
      },
    ]);
    expect(counts).toEqual({
      requests: 2,
      outside: 0,
      request_errors: 0,
      response_errors: 2,
      warnings: 0,
    });
    expect(
      reportedOperations.find(({ operation }) => operation === 'getBookingDetails'),
    ).toMatchObject({
      requests: 2,
      statuses: [{ status: 200, count: 2, documented: true }],
      never_seen: expect.not.arrayContaining([200]),
    });
  });

  it('a proxy requires valid upstream URLs', async () => {
    const start = (upstreams: unknown) =>
      startMock({ mode: 'proxy', upstreams: upstreams as { lastmile: string } });
    await expect(start({})).rejects.toThrow(/^upstreams: expected an object with at least one URL/);
    await expect(start({ lastmile: 'ftp://x' })).rejects.toThrow(
      /^upstreams\.lastmile: must be an http or https URL/,
    );
    await expect(start({ lastmile: 'http://a:b@x' })).rejects.toThrow(
      /^upstreams\.lastmile: must not contain a user name or password/,
    );
    await expect(start({ lastmil: 'http://x' })).rejects.toThrow(
      /^upstreams: expected lastmile or marketplace, not 'lastmil'\.$/,
    );
  });
});
