import { describe, expect, it } from 'vitest';
import { startSandbox, useReceiver } from '../support/sandbox.ts';

const store = 'sto_01JD3M7X9KQA';

describe('a blocked partner', () => {
  it('cannot book, can cancel and read, and can book again when it is no longer blocked', async () => {
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
    expect(mock.requests()[0]?.answer_findings).toEqual([]);
    expect((await read(booking.id)).status).toBe(200);
    await control('PUT', '/partners', { blocked: [] });
    expect((await book()).status).toBe(201);
  });
});

describe('the blockers of a store', () => {
  it('close it until they end', async () => {
    const { ask, control, mock } = await startSandbox();
    const blockers = [{ code: 'suspended', until: '2026-11-20T19:00:00Z' }];
    expect((await control('PUT', `/stores/${store}/blockers`, { blockers })).status).toBe(200);
    const read = async () => (await ask({ path: `/marketplace/stores/${store}` })).json;
    expect(await read()).toMatchObject({
      status: 'closed',
      blockers: [{ code: 'suspended', message: 'Set through the sandbox control API.' }],
    });
    await mock.advanceClock(3_601);
    expect((await read()).status).toBe('open');
  });

  it.each(['paused_by_merchant', 'no_such_blocker'])('cannot be %s', async (code) => {
    const { control } = await startSandbox();
    const path = `/stores/${store}/blockers`;
    const { status, json } = await control('PUT', path, { blockers: [{ code }] });
    expect([status, json.errors[0].pointer]).toEqual([422, '/blockers/0/code']);
  });

  it('are 404 for an unknown store', async () => {
    const { control } = await startSandbox();
    expect((await control('PUT', '/stores/sto_none/blockers', { blockers: [] })).status).toBe(404);
  });
});

describe('a fault', () => {
  it('is limited to a partner, an id and a value of the body', async () => {
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

  it('of an event is limited to a booking or order', async () => {
    const { mock } = await startSandbox();
    const receiver = await useReceiver();
    mock.setWebhooks({ marketplace: { url: receiver.url } });
    mock.setFaults({
      events: [{ event: 'order_created', fault: 'duplicate', subject: 'ord_other' }],
    });
    const order = mock.createOrder();
    await expect.poll(() => mock.deliveries({ subject: order.id })[0]?.attempts.length).toBe(1);
  });

  it('delays a response by a random time in a range', async () => {
    const { read, mock } = await startSandbox();
    mock.setFaults({
      operations: [{ operation: 'getBookingDetails', latency_ms: { min: 100, max: 150 } }],
    });
    const started = performance.now();
    await read('bkg_1');
    expect(performance.now() - started).toBeGreaterThanOrEqual(95);
  });
});
