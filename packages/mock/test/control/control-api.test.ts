import { describe, expect, it } from 'vitest';
import { startSandbox, startTime, useReceiver } from '../support/sandbox.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('the control API', () => {
  it('lists its endpoints', async () => {
    const { control } = await startSandbox();
    const { json } = await control('GET', '');
    expect(
      json.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`),
    ).toEqual([
      'GET /_sandbox',
      'GET /_sandbox/workspaces',
      'DELETE /_sandbox/workspaces/{name}',
      'POST /_sandbox/orders',
      'POST /_sandbox/reset',
      'GET /_sandbox/export',
      'POST /_sandbox/import',
      'POST /_sandbox/bookings/{id}/advance',
      'POST /_sandbox/orders/{id}/advance',
      'GET /_sandbox/clock',
      'PUT /_sandbox/clock',
      'GET /_sandbox/webhooks',
      'PUT /_sandbox/webhooks',
      'GET /_sandbox/receivers',
      'POST /_sandbox/receivers',
      'PUT /_sandbox/receivers/{id}',
      'DELETE /_sandbox/receivers/{id}',
      'GET /_sandbox/deliveries',
      'GET /_sandbox/deliveries/{id}',
      'POST /_sandbox/deliveries/{id}/redeliver',
      'GET /_sandbox/partners',
      'PUT /_sandbox/partners',
      'PUT /_sandbox/stores/{id}/blockers',
      'PUT /_sandbox/stores/{id}/conditions',
      'GET /_sandbox/faults',
      'PUT /_sandbox/faults',
      'GET /_sandbox/requests',
      'GET /_sandbox/snapshot',
      'GET /_sandbox/events',
    ]);
  });

  it('returns the settings of the sandbox in the health check', async () => {
    const { control, mock } = await startSandbox();
    expect((await control('GET', '/health')).json).toEqual({
      status: 'ok',
      mode: 'sandbox',
      interfaces: [
        { name: 'lastmile', version: expect.any(String), url: mock.lastmile },
        { name: 'marketplace', version: expect.any(String), url: mock.marketplace },
      ],
      seed: 'test',
      clock: { now: '2026-11-20T18:00:00.000Z', speed: 1, frozen: true },
      limits: false,
      store: 'memory',
    });
  });

  it.each<[string, string, unknown, number, unknown]>([
    [
      'PUT',
      '/clock',
      { speed: 60 },
      200,
      { now: '2026-11-20T18:00:00.000Z', speed: 60, frozen: true },
    ],
    [
      'PUT',
      '/clock',
      { advance_seconds: 90.5 },
      200,
      { now: '2026-11-20T18:01:30.500Z', speed: 1, frozen: true },
    ],
    ['PUT', '/clock', {}, 200, { now: '2026-11-20T18:00:00.000Z', speed: 1, frozen: true }],
    ['PUT', '/clock', undefined, 200, { now: '2026-11-20T18:00:00.000Z', speed: 1, frozen: true }],
    ['GET', '/clock', undefined, 200, { now: '2026-11-20T18:00:00.000Z', speed: 1, frozen: true }],
    ['GET', '/webhooks', undefined, 200, { lastmile: null, marketplace: null }],
    [
      'PUT',
      '/webhooks',
      { lastmile: { url: 'https://hooks.example.com/a', secrets: [secret] } },
      200,
      { lastmile: { url: 'https://hooks.example.com/a', secrets: [secret] }, marketplace: null },
    ],
    ['GET', '/deliveries', undefined, 200, []],
    ['GET', '/requests?interface=lastmile&status=200&limit=5', undefined, 200, []],
    ['GET', '/faults', undefined, 200, { operations: [], events: [] }],
    [
      'PUT',
      '/faults',
      {
        operations: [{ operation: 'getOrder', status: 503, times: 2 }],
        events: [{ event: '*', fault: 'delayed' }],
      },
      200,
      {
        operations: [{ operation: 'getOrder', code: 'service_unavailable', times: 2 }],
        events: [{ event: '*', fault: 'delayed' }],
      },
    ],
    ['PUT', '/faults', {}, 200, { operations: [], events: [] }],
    [
      'POST',
      '/reset',
      { seed: 'other' },
      200,
      { seed: 'other', clock: { now: '2026-11-20T18:00:00.000Z', speed: 1, frozen: true } },
    ],
    [
      'POST',
      '/orders',
      {},
      201,
      expect.objectContaining({ id: expect.stringMatching(/^ord_/), status: 'created' }),
    ],
    [
      'POST',
      '/orders',
      { scenario: 'cash_order' },
      201,
      expect.objectContaining({ currency: 'KWD' }),
    ],
    [
      'POST',
      '/orders',
      { scenario: 'menu_publishing_fails' },
      200,
      expect.objectContaining({ waits_for: 'submitMenu' }),
    ],
    [
      'POST',
      '/orders',
      { store_id: 'sto_01JD3M7X9KQA' },
      201,
      expect.objectContaining({ store_id: 'sto_01JD3M7X9KQA' }),
    ],
  ])('responds to %s %s %j as documented', async (method, path, body, status, expected) => {
    const { control } = await startSandbox();
    const response = await control(method, path, body);
    expect([response.status, response.json], response.text).toEqual([status, expected]);
    expect(response.headers['content-type']).toBe('application/json');
  });

  it('rejects requests from HTML forms and from pages of other origins', async () => {
    const { sendRequest, mock } = await startSandbox();
    const before = mock.snapshot();
    const post = (headers: Record<string, string>, body?: string) =>
      sendRequest({ method: 'POST', path: '/_sandbox/orders', headers, body });
    expect((await post({ 'content-type': 'text/plain' }, '{}')).status).toBe(415);
    expect((await post({})).status).toBe(415);
    expect(
      (await post({ 'content-type': 'application/json', origin: 'https://evil.example' }, '{}'))
        .status,
    ).toBe(400);
    expect(
      (await post({ 'content-type': 'application/json', host: 'evil.example' }, '{}')).status,
    ).toBe(400);
    expect((await post({ 'content-type': 'application/json' }, '{')).json.code).toBe(
      'malformed_json',
    );
    expect(mock.snapshot()).toEqual(before);
  });

  it('adds no control requests to the request log, and does not change the request IDs of the interfaces', async () => {
    const ids = async (callsControlApi: boolean): Promise<unknown> => {
      const { control, read, mock } = await startSandbox();
      for (let count = 0; count < 3; count++) {
        if (callsControlApi) await control('GET', '/snapshot');
        await read('bkg_none');
      }
      return mock.requests().map(({ request_id, path }) => [request_id, path]);
    };
    const seen = await ids(false);
    expect(seen).toHaveLength(3);
    expect(await ids(true)).toEqual(seen);
  });
});

describe('the stream of changes', () => {
  it('the stream of changes contains an event for each type of change', async () => {
    const { mock, book } = await startSandbox();
    const receiver = await useReceiver();
    const response = await fetch(`${mock.url}/_sandbox/events`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    const until = async (wanted: string): Promise<void> => {
      while (!text.includes(wanted)) text += new TextDecoder().decode((await reader.read()).value);
    };
    await until('retry: 1000');
    mock.setWebhooks({ lastmile: { url: receiver.url } });
    await until('event: webhooks');
    const { json: booking } = await book();
    await until(
      `event: resource\ndata: {"interface":"lastmile","kind":"booking","id":"${booking.id}"}`,
    );
    await until('event: request');
    await mock.advanceClock(600);
    await until('"state":"received"');
    await until('event: clock');
    mock.setFaults({});
    await until('event: faults');
    mock.reset();
    await until('event: reset');
    await reader.cancel();
  });
});

it('GET / returns the URLs of the sandbox as JSON', async () => {
  const { sendRequest, mock } = await startSandbox({ clock: { start: startTime } });
  expect((await sendRequest({ path: '/' })).json).toMatchObject({
    mode: 'sandbox',
    control: `${mock.url}/_sandbox`,
  });
});
