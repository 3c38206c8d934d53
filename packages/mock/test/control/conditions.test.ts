import { describe, expect, it } from 'vitest';
import { startSandbox, startTime, useReceiver } from '../support/sandbox.ts';

const store = 'sto_01JD3M7X9KQA';

describe('blocked partners', () => {
  it('a blocked partner can read but not book, and can book again when it is no longer blocked', async () => {
    const { book, control, read, mock } = await startSandbox();
    const { json: booking } = await book();
    await control('PUT', '/partners', { blocked: ['acme', 'acme'] });
    expect((await control('GET', '/partners')).json).toEqual({ blocked: ['acme'] });
    const { status, json, headers } = await book();
    expect([status, json.code, headers['www-authenticate']]).toEqual([
      403,
      'partner_blocked',
      'Bearer',
    ]);
    expect(mock.requests()[0]?.response_findings).toEqual([]);
    const readOnly = await book({}, { authorization: 'Bearer test_readonly' });
    expect(readOnly.json.code).toBe('partner_blocked');
    expect((await read(booking.id)).status).toBe(200);
    await control('PUT', '/partners', { blocked: [] });
    expect((await book()).status).toBe(201);
  });
});

describe('blockers of a store', () => {
  it('the blockers of a store close the store until the blockers end', async () => {
    const { sendRequest, control, mock } = await startSandbox();
    const blockers = [{ code: 'suspended', until: '2026-11-20T19:00:00Z' }];
    expect((await control('PUT', `/stores/${store}/blockers`, { blockers })).status).toBe(200);
    const read = async () => (await sendRequest({ path: `/marketplace/stores/${store}` })).json;
    expect(await read()).toMatchObject({
      status: 'closed',
      blockers: [{ code: 'suspended', message: 'The sandbox control API set this blocker.' }],
    });
    await mock.advanceClock(3_601);
    expect((await read()).status).toBe('open');
  });

  it.each(['paused_by_merchant', 'no_such_blocker'])(
    'a blocker cannot have the code %s',
    async (code) => {
      const { control } = await startSandbox();
      const path = `/stores/${store}/blockers`;
      const { status, json } = await control('PUT', path, { blockers: [{ code }] });
      expect([status, json.errors[0].pointer]).toEqual([422, '/blockers/0/code']);
    },
  );

  it('a request to set blockers for an unknown store returns 404', async () => {
    const { control } = await startSandbox();
    expect((await control('PUT', '/stores/sto_none/blockers', { blockers: [] })).status).toBe(404);
  });
});

describe('setting the conditions of a Lastmile store', () => {
  it('the conditions of a Lastmile store change its capacity and its lifecycle', async () => {
    const { sendRequest, control, post } = await startSandbox();
    const read = async () =>
      (await sendRequest({ path: `/lastmile/acme/get_store_info/${store}` })).json;
    const before = await read();
    const path = `/stores/${store}/conditions`;
    const full = await control('PUT', path, { level: 'full', extra_wait_minutes: 20 });
    expect(full.status).toBe(200);
    expect(await read()).toMatchObject({
      accepting_bookings: false,
      not_accepting_reason: 'at_capacity',
      capacity: { level: 'full', extra_wait_minutes: 20 },
      revision: before.revision + 1,
      updated_at: startTime.replace('Z', '.000Z'),
    });
    const estimate = await post('/lastmile/acme/create_estimate', {
      pickup: { store_id: store },
      dropoff: { address: { city: 'Amsterdam', country: 'NL' } },
    });
    expect(estimate.json).toMatchObject({
      outcome: 'unserviceable',
      reasons: [{ code: 'capacity_exceeded' }],
    });
    await control('PUT', path, { level: 'normal', lifecycle: 'paused' });
    expect(await read()).toMatchObject({ not_accepting_reason: 'paused' });
    await control('PUT', path, { lifecycle: 'active', ...before.capacity });
    const changed = { revision: before.revision + 3, updated_at: expect.any(String) };
    expect(await read()).toEqual({ ...before, ...changed });
  });

  it.each([{}, { level: 'empty' }, { extra_wait_minutes: -1 }])(
    'the conditions %j are rejected',
    async (body) => {
      const { control } = await startSandbox();
      expect((await control('PUT', `/stores/${store}/conditions`, body)).status).toBe(422);
    },
  );
});

describe('test orders', () => {
  it('a test order is rejected for a store that the merchant has paused', async () => {
    const { control, post } = await startSandbox();
    const setStatus = (body: object) => post(`/marketplace/stores/${store}/status`, body);
    await setStatus({ status: 'paused', duration_minutes: 30, reason_code: 'too_busy' });
    const { status, json } = await control('POST', '/orders', { store_id: store });
    expect([status, json.errors[0]]).toMatchObject([
      422,
      { pointer: '/store_id', code: 'store_blocked' },
    ]);
    await setStatus({ status: 'open' });
    expect((await control('POST', '/orders', { store_id: store })).status).toBe(201);
  });

  it('a test order is rejected if it contains an unavailable item', async () => {
    const { control, post } = await startSandbox();
    const order = { store_id: store, order: { items: [{ item_id: 'margherita' }] } };
    const set = (state: string, key: string) =>
      post(
        '/marketplace/menu',
        {
          type: 'availability',
          store_ids: [store],
          items: [{ id: 'margherita', availability: { state } }],
        },
        { 'idempotency-key': key },
      );
    expect((await set('unavailable', 'key-unavailable')).status).toBe(200);
    const { status, json } = await control('POST', '/orders', order);
    expect([status, json.errors[0]]).toMatchObject([
      422,
      { pointer: '/order/items/0/item_id', code: 'unavailable_item' },
    ]);
    await set('available', 'key-available');
    expect((await control('POST', '/orders', order)).status).toBe(201);
  });
});

describe('faults', () => {
  it.each([{ min: 1 }, { min: 5, max: 4 }, { p50: 5, p99: 4 }, { min: 1, max: 2, p50: 1, p99: 2 }])(
    'a fault cannot have the latency %j',
    async (latency_ms) => {
      const { control } = await startSandbox();
      const { status, json } = await control('PUT', '/faults', {
        operations: [{ operation: '*', latency_ms }],
      });
      expect([status, json.errors[0].pointer]).toEqual([422, '/operations/0/latency_ms']);
    },
  );

  it('a fault can be limited to a partner, a resource ID or a value in the body', async () => {
    const { book, read, post, mock } = await startSandbox();
    const { json: booking } = await book();
    const { json: other } = await book();
    mock.setFaults({
      operations: [
        { operation: 'getBookingDetails', id: booking.id, code: 'internal_error' },
        {
          operation: 'createBooking',
          code: 'service_unavailable',
          body: { pointer: '/external_reference', equals: 'fails' },
        },
        { operation: '*', partner: 'globex', code: 'internal_error' },
      ],
    });
    expect((await read(booking.id)).status).toBe(500);
    expect((await read(other.id)).status).toBe(200);
    expect((await book({ external_reference: 'fails' })).status).toBe(503);
    expect((await book({ external_reference: 'works' })).status).toBe(201);
    const globex = await post(
      '/lastmile/globex/cancel_booking',
      { booking_id: booking.id, reason_code: 'customer_requested' },
      { 'idempotency-key': 'key-globex-1' },
    );
    expect(globex.status).toBe(500);
  });

  it('a fault for the events of one order does not affect the events of another order', async () => {
    const { mock } = await startSandbox();
    const receiver = await useReceiver();
    mock.setWebhooks({ marketplace: { url: receiver.url } });
    mock.setFaults({
      events: [{ event: 'order_created', fault: 'duplicate', subject: 'ord_other' }],
    });
    const order = mock.createOrder();
    await expect.poll(() => mock.deliveries({ subject: order.id })[0]?.attempts.length).toBe(1);
  });

  it('a fault delays a response by at least the minimum of its latency range', async () => {
    const { read, mock } = await startSandbox();
    mock.setFaults({
      operations: [{ operation: 'getBookingDetails', latency_ms: { min: 100, max: 150 } }],
    });
    const started = performance.now();
    await read('bkg_1');
    expect(performance.now() - started).toBeGreaterThanOrEqual(95);
  });
});
