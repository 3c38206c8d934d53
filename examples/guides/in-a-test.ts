// Runs a sandbox in a test: node in-a-test.ts
import assert from 'node:assert/strict';
import { createLastmileClient } from '@delivery-api/lastmile-client';
import { startMock } from '@delivery-api/mock';

// region: test
const sandbox = await startMock({
  mode: 'sandbox',
  seed: 'a',
  clock: { start: '2026-11-20T18:00:00Z', frozen: true },
});
const lastmile = createLastmileClient({
  baseUrl: sandbox.lastmile,
  partnerName: 'acme',
  token: 'test_token',
});
const { id } = await lastmile.createBooking({
  external_reference: 'A-4712',
  pickup: { store_id: 'sto_01JD3M7X9KQA' },
  dropoff: {
    address: { line1: 'Roetersstraat 8-3', city: 'Amsterdam', country: 'NL' },
    contact: { name: 'Zoë van den Berg', phone: '+31205550123' },
  },
  packages: [{ size: 'medium' }],
  test_scenario: 'recipient_no_show_returned',
});

await sandbox.advanceClock(4 * 3600); // runs the whole scenario

const { status } = await lastmile.getBookingDetails({ id });
assert.equal(status, 'returned');
assert.ok(sandbox.deliveries({ subject: id }).length > 0);
await sandbox.stop();
// endregion
