import { describe, expect, it } from 'vitest';
import { bookingRequest, startSandbox } from '../support/sandbox.ts';

describe('bookings of one partner', () => {
  it('another partner can neither read a booking by ID or reference, nor cancel the booking by ID', async () => {
    const { sendRequest, book, post, read } = await startSandbox();
    const { json: booking } = await book({ external_reference: 'of-acme' });
    const before = (await read(booking.id)).text;
    for (const lookup of [booking.id, 'ref:of-acme']) {
      const response = await sendRequest({
        path: `/lastmile/globex/get_booking_details/${lookup}`,
      });
      expect([response.status, response.json.code]).toEqual([404, 'booking_not_found']);
    }
    const request = { booking_id: booking.id, reason_code: 'customer_requested' };
    const cancelled = await post('/lastmile/globex/cancel_booking', request, {
      'idempotency-key': 'key-cancel-1',
    });
    expect([cancelled.status, cancelled.json.code]).toEqual([404, 'booking_not_found']);
    expect((await read(booking.id)).text).toBe(before);
  });

  it('a booking of one partner does not prevent a booking of another partner with the same key and reference', async () => {
    const { book, post } = await startSandbox();
    const headers = { 'idempotency-key': 'key-of-both' };
    const { json: first } = await book({ external_reference: 'of-both' }, headers);
    const again = await post(
      '/lastmile/globex/create_booking',
      { ...bookingRequest, external_reference: 'of-both' },
      headers,
    );
    expect(again.status).toBe(201);
    expect(again.headers['idempotency-replayed']).not.toBe('true');
    expect(again.json.id).not.toBe(first.id);
  });
});
