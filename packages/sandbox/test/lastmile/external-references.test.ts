import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  bookingRequest,
  createSandbox,
  type TestResponse,
  type TestSandbox,
} from '../support/lastmile.ts';

const day = 24 * 3_600_000;

const book = (sandbox: TestSandbox, more: JsonObject = {}): TestResponse =>
  sandbox.request('createBooking', {
    body: bookingRequest({ external_reference: 'A-4712', ...more }),
  });

describe('external references', () => {
  it.each(['cancelled', 'returned', 'failed', 'expired'])(
    'an external reference can be reused after the final status %s, and the next booking has a higher attempt',
    (end) => {
      const sandbox = createSandbox();
      sandbox.behavior.advance(book(sandbox).body.id, end);
      expect(book(sandbox)).toMatchObject({ status: 201, body: { attempt: 2 } });
    },
  );

  it('an external reference cannot be reused after a delivery until the booking is deleted after 90 days', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox).body;
    sandbox.behavior.advance(id, 'delivered');
    const duplicate = {
      status: 409,
      body: {
        code: 'duplicate_external_reference',
        detail: `The booking ${id} already has the external reference 'A-4712'; its status is delivered.`,
        existing_booking_id: id,
      },
    };
    expect(book(sandbox)).toMatchObject(duplicate);
    await sandbox.advanceClock(90 * day - 1);
    expect(book(sandbox)).toMatchObject(duplicate);
    await sandbox.advanceClock(1);
    expect(book(sandbox)).toMatchObject({ status: 201, body: { attempt: 2 } });
  });

  it('an external reference cannot be reused after a cancelled first attempt and a delivered second attempt', () => {
    const sandbox = createSandbox();
    sandbox.behavior.advance(book(sandbox).body.id, 'cancelled');
    const second = book(sandbox).body;
    sandbox.behavior.advance(second.id, 'delivered');
    expect(book(sandbox).body.existing_booking_id).toBe(second.id);
  });

  it('a different external reference allows a deliberate second delivery', () => {
    const sandbox = createSandbox();
    sandbox.behavior.advance(book(sandbox).body.id, 'delivered');
    expect(book(sandbox, { external_reference: 'A-4712-2' }).status).toBe(201);
  });
});
