import type { Json, JsonObject, Operation } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { shiftTimes } from '../../../sandbox/src/kernel/shift-times.ts';
import { testContracts } from '../../../sandbox/test/support/contracts.ts';
import { startSandbox } from '../support/sandbox.ts';

/** The current time in the contract examples. */
const documentedTime = Date.parse('2026-11-20T18:06:00Z');

const pathOf = (name: string, { path, parameters }: Operation): string =>
  `/${name}${parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name: key, example }) => url.replace(`{${key}}`, String(example)), path)}`;

/** Returns the request examples, but only the first if the examples apply to different orders. */
const examplesOf = ({ id, request }: Operation): JsonObject[] => {
  const examples = (request?.examples ?? []).map(({ value }) => value as JsonObject);
  return id === 'setOrderStatus' || id === 'acknowledgeOrder' ? examples.slice(0, 1) : examples;
};

/** All operations, in the order in which the test calls them. */
const sequence = [
  'getStoreInfo',
  'createEstimate',
  'createBooking',
  'getBookingDetails',
  'cancelBooking',
  'getStore',
  'getOrder',
  'acknowledgeOrder',
  'setOrderStatus',
  'setStoreStatus',
  'submitMenu',
];
const operations = testContracts.flatMap(({ contract }) =>
  contract.operations.map((operation) => ({ name: contract.name, operation })),
);

describe.each([
  ['00:30 on a weekday', '2026-11-24T23:30:00Z'],
  ['04:00 on a weekday', '2026-11-25T03:00:00Z'],
  ['08:15 on a Sunday', '2026-11-29T07:15:00Z'],
  ['04:00 on a summer day', '2027-07-05T02:00:00Z'],
])('the documented requests in a new sandbox at %s', (_, start) => {
  it('the documented requests succeed twice with new keys and references, without expected_revision, and with the estimate in the first round only', async () => {
    const { sendRequest, post, mock } = await startSandbox({ clock: { start, frozen: true } });
    // Shifts the documented times to the current time of the sandbox.
    const fresh = (body: JsonObject): JsonObject =>
      shiftTimes(body, Date.parse(mock.clock().now) - documentedTime);
    expect(operations.map(({ operation }) => operation.id).sort()).toEqual([...sequence].sort());
    let count = 0;
    const results: [string, number, Json?][] = [];
    for (const id of sequence) {
      const found = operations.find(({ operation }) => operation.id === id);
      if (found === undefined) throw new Error(`There is no operation ${id}.`);
      const { name, operation } = found;
      const path = pathOf(name, operation);
      const bodies = examplesOf(operation);
      for (const round of [1, 2]) {
        if (bodies.length === 0) results.push([id, (await sendRequest({ path })).status]);
        for (const example of bodies) {
          count += 1;
          const { expected_revision: _revision, estimate_id: estimate, ...body } = fresh(example);
          const response = await post(
            path,
            {
              ...body,
              ...(id === 'createBooking' && { external_reference: `documented-${count}` }),
              ...(estimate !== undefined && round === 1 && { estimate_id: estimate }),
            },
            { 'idempotency-key': `documented-${count}` },
          );
          results.push([id, response.status, response.json.code]);
          await mock.advanceClock(300);
        }
      }
    }
    expect(results.filter(([, status]) => status >= 300)).toEqual([]);
  });

  it('the first documented requests for bookings and orders succeed unchanged three days after the start', async () => {
    const { sendRequest, post, mock } = await startSandbox({ clock: { start, frozen: true } });
    await mock.advanceClock(3 * 24 * 3600);
    for (const [path, body] of [
      ['/lastmile/acme/create_booking', firstExample('createBooking')],
      ['/lastmile/acme/cancel_booking', firstExample('cancelBooking')],
      ['/marketplace/orders/ord_01JD5K8Q2W7F/acknowledge', firstExample('acknowledgeOrder')],
      ['/marketplace/orders/ord_01JD5K8Q2W7F/status', firstExample('setOrderStatus')],
    ] as const) {
      const response = await post(path, body, { 'idempotency-key': path.slice(-20) });
      expect([200, 201, 202], `${path}: ${response.text}`).toContain(response.status);
    }
    const booking = await sendRequest({
      path: '/lastmile/acme/get_booking_details/bkg_01JD5KB1QZ8N',
    });
    expect([booking.status, booking.json.status]).toEqual([200, 'delivered']);
  });
});

function firstExample(id: string): Json {
  const found = operations.find(({ operation }) => operation.id === id)?.operation;
  return found?.request?.examples[0]?.value ?? {};
}
