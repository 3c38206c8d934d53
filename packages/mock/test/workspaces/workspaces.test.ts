import { describe, expect, it } from 'vitest';
import { operations, validRequest } from '../../../sandbox/test/support/contracts.ts';
import type { ExportFile } from '../../src/api/types.ts';
import { type Served, startSandbox, useReceiver } from '../support/sandbox.ts';

const store = 'sto_01JD3M7X9KQA';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const bookingsOf = async ({ control }: Served, workspace: string): Promise<string[]> =>
  (await control('GET', `/snapshot?workspace=${workspace}`)).json.lastmile.bookings.map(
    ({ id }: { id: string }) => id,
  );

describe('workspaces', () => {
  it('a workspace is selected by the token, and has its own data, clock, faults and request log', async () => {
    const served = await startSandbox();
    const { book, sendRequest, control } = served;
    const { json: booking } = await book({}, bearer('test_ci-1.token'));
    const path = `/lastmile/acme/get_booking_details/${booking.id}`;
    expect((await sendRequest({ path, headers: bearer('test_ci-1.other-name') })).status).toBe(403);
    expect((await sendRequest({ path, headers: bearer('test_ci-1.ann') })).status).toBe(200);
    expect((await sendRequest({ path, headers: bearer('test_ci-2.ann') })).status).toBe(404);
    expect((await sendRequest({ path, headers: bearer('test_ann') })).status).toBe(404);

    await control('PUT', '/clock?workspace=ci-1', { advance_seconds: 3_600 });
    await control('PUT', '/faults?workspace=ci-1', {
      operations: [{ operation: 'getStore', code: 'internal_error' }],
    });
    const read = (token: string) =>
      sendRequest({ path: `/marketplace/stores/${store}`, headers: bearer(token) });
    expect((await read('test_ci-1.a')).status).toBe(500);
    const other = await read('test_ci-2.a');
    expect(other.status).toBe(200);
    expect(other.headers.date).toBe('Fri, 20 Nov 2026 18:00:00 GMT');
    expect((await read('test_ci-1.a')).headers.date).toBe('Fri, 20 Nov 2026 19:00:00 GMT');
    const requests = await control('GET', '/requests?workspace=ci-1&limit=2');
    expect(requests.json.map(({ operation }: { operation: string }) => operation)).toEqual([
      'getStore',
      'getStore',
    ]);
  });

  it('a workspace has its own seed, so that IDs differ between workspaces but not between runs', async () => {
    const ids: string[][] = [];
    for (let run = 0; run < 2; run++) {
      const { book } = await startSandbox();
      const tokens = ['test_token', 'test_a.token', 'test_b.token'];
      const bookings = [];
      for (const token of tokens) bookings.push((await book({}, bearer(token))).json.id);
      ids.push(bookings);
    }
    expect(ids[0]).toEqual(ids[1]);
    expect(new Set(ids[0]).size).toBe(3);
  });

  it('the default workspace is selected by its name and by tokens without a workspace name', async () => {
    const served = await startSandbox();
    const { json: booking } = await served.book({}, bearer('test_default.ann'));
    expect((await served.read(booking.id)).status).toBe(200);
  });

  it.each(['test_UPPER.a', 'test_.a', `test_${'a'.repeat(41)}.a`, 'test_a_b.c', 'test_é.a'])(
    'a request with the malformed workspace token %s returns 401',
    async (token) => {
      const { sendRequest } = await startSandbox();
      const { status, json } = await sendRequest({
        path: `/marketplace/stores/${store}`,
        headers: bearer(encodeURI(token)),
      });
      expect([status, json.code]).toEqual([401, 'unauthenticated']);
      expect(json.detail).toContain('workspace');
    },
  );

  it.each([
    ['test_ci.expired', 401, 'token_expired'],
    ['test_ci.readonly', 403, 'insufficient_permission'],
    ['test_ci.other', 403, 'partner_mismatch'],
  ])(
    'a request with the workspace token %s is rejected with %s %s',
    async (token, status, code) => {
      const { book } = await startSandbox();
      const { status: found, json } = await book({}, bearer(token));
      expect([found, json.code]).toEqual([status, code]);
    },
  );

  it('a workspace starts with the webhook targets of the start options', async () => {
    const receiver = await useReceiver();
    const { book, mock } = await startSandbox({
      webhooks: { lastmile: { url: receiver.url } },
      data: { marketplace: { stores: [] } },
    });
    const { json: booking } = await book({}, bearer('test_ci.token'));
    const workspace = await mock.workspace('ci');
    await workspace.advanceClock(300);
    expect(workspace.deliveries({ subject: booking.id }).length).toBeGreaterThan(0);
    expect(receiver.received.length).toBeGreaterThan(0);
    expect(workspace.webhooks()).toEqual(mock.webhooks());
  });

  it('a workspace is listed, reset and deleted through the control API', async () => {
    const served = await startSandbox();
    const { book, control } = served;
    const initial = await bookingsOf(served, 'a');
    await book({}, bearer('test_a.token'));
    await book({}, bearer('test_b.token'));
    const list = await control('GET', '/workspaces');
    expect(list.json.map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'default']);
    await control('POST', '/reset?workspace=a', {});
    expect(await bookingsOf(served, 'a')).toEqual(initial);
    expect((await bookingsOf(served, 'b')).length).toBe(initial.length + 1);
    expect((await control('DELETE', '/workspaces/b')).json).toEqual({ deleted: 'b' });
    expect((await control('DELETE', '/workspaces/b')).status).toBe(404);
    expect(await bookingsOf(served, 'b')).toEqual(initial);
  });

  it('a workspace with an invalid name is rejected by the control API', async () => {
    const { control } = await startSandbox();
    const { status, json } = await control('GET', '/clock?workspace=A%20b');
    expect([status, json.code, json.errors[0].parameter]).toEqual([
      400,
      'invalid_parameter',
      'workspace',
    ]);
  });
});

describe('the export of a workspace', () => {
  it('a sandbox that imports an export continues with the same bookings, keys and status changes', async () => {
    const first = await startSandbox({ seed: 'export' });
    const key = { 'idempotency-key': 'key-moved-1', ...bearer('test_ci.token') };
    const { json: booking } = await first.book({}, key);
    await first.control('PUT', '/clock?workspace=ci', { advance_seconds: 60 });
    const { json: file } = await first.control('GET', '/export?workspace=ci');

    const second = await startSandbox({ seed: 'another' });
    expect((await second.control('POST', '/import?workspace=copy', file)).status).toBe(200);
    const replay = await second.book(
      { external_reference: booking.external_reference },
      { ...key, ...bearer('test_copy.token') },
    );
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect(replay.json.id).toBe(booking.id);
    const [one, other] = [await first.mock.workspace('ci'), await second.mock.workspace('copy')];
    const states = [];
    for (const workspace of [one, other]) {
      await workspace.advanceClock(3_600);
      const [booked] = (workspace.snapshot().lastmile as { bookings: { tracking_url: string }[] })
        .bookings;
      states.push({ ...booked, tracking_url: undefined, links: undefined });
    }
    expect(states[1]).toMatchObject({
      status: (states[0] as unknown as { status: string }).status,
    });
    expect(JSON.stringify(states[1]).replaceAll(second.mock.url, first.mock.url)).toBe(
      JSON.stringify(states[0]),
    );
  });

  it('an export is the initial state of every workspace when the data option is an export', async () => {
    const { mock, book } = await startSandbox();
    const { json: booking } = await book();
    const { sendRequest } = await startSandbox({ data: mock.export() });
    for (const token of ['test_token', 'test_new.token']) {
      const path = `/lastmile/acme/get_booking_details/${booking.id}`;
      expect((await sendRequest({ path, headers: bearer(token) })).status).toBe(200);
    }
  });

  const damage: [string, (file: ExportFile) => unknown, string][] = [
    ['a file in another format', () => ({ bookings: [] }), '/format'],
    ['a file without a version', ({ version: _, ...file }) => file, '/version'],
    ['a file of a later version', (file) => ({ ...file, version: 999 }), '/version'],
    ['an edited file', (file) => ({ ...file, state: { ...file.state, values: {} } }), '/digest'],
    ['an array', () => [], '/format'],
  ];
  it.each(damage)(
    'an import of %s is rejected with a one-line error, and the state does not change',
    async (_, change, pointer) => {
      const { mock, control, book } = await startSandbox();
      await book();
      const before = mock.snapshot();
      const { status, json } = await control('POST', '/import', change(mock.export()));
      expect([status, json.code, json.errors[0].pointer]).toEqual([
        422,
        'validation_failed',
        pointer,
      ]);
      expect(json.detail).not.toContain('\n');
      expect(mock.snapshot()).toEqual(before);
    },
  );
});

describe('a Marketplace integration', () => {
  it('an integration sees only the stores that are assigned to it, and their orders', async () => {
    const served = await startSandbox({
      data: { marketplace: { integrations: { burgers: [store] } } },
    });
    const { sendRequest, control } = served;
    const { json: order } = await control('POST', '/orders', { store_id: store });
    const statusOf = async (token: string, path: string): Promise<number> =>
      (await sendRequest({ path: `/marketplace${path}`, headers: bearer(token) })).status;
    for (const path of [`/stores/${store}`, `/orders/${order.id}`]) {
      expect(await statusOf('test_burgers', path)).toBe(200);
      expect(await statusOf('test_token', path)).toBe(404);
      expect(await statusOf('test_other', path)).toBe(404);
    }
    const stores = (await control('GET', '/snapshot')).json.marketplace.stores;
    const another = stores.find(({ id }: { id: string }) => id !== store).id;
    expect(await statusOf('test_token', `/stores/${another}`)).toBe(200);
    expect(await statusOf('test_burgers', `/stores/${another}`)).toBe(404);
    const write = operations.find(({ operation: { id } }) => id === 'setStoreStatus');
    if (write === undefined) throw new Error('unreachable');
    const { headers, ...request } = validRequest(write.operation);
    for (const [token, isFound] of [
      ['test_burgers', true],
      ['test_token', false],
    ] as const) {
      const response = await sendRequest({
        ...request,
        path: `/marketplace${request.path}`,
        headers: { ...headers, ...bearer(token) },
      });
      expect(response.status !== 404).toBe(isFound);
    }
  });

  it('initial data that assigns one store to two integrations is rejected', async () => {
    const { control } = await startSandbox();
    const integrations = { a: [store, 'sto_none'], b: [store] };
    const { status, json } = await control('POST', '/reset', {
      data: { marketplace: { integrations } },
    });
    expect(status).toBe(422);
    expect(json.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain(
      '/data/marketplace/integrations/b/0',
    );
  });
});
