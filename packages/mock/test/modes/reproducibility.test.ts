import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/api/types.ts';
import { type Served, serving, startSandbox, useReceiver } from '../support/sandbox.ts';
import type { TestResponse } from '../support/send.ts';

/**
 * Runs a sequence with bookings in several scenarios, an order, a paused store, clock advances, a
 * fault and a repeated key, and returns the recorded responses.
 */
async function runSequence(served: Served): Promise<TestResponse[]> {
  const { book, control, mock, post, read } = served;
  const responses: TestResponse[] = [];
  const record = (response: TestResponse): TestResponse => {
    responses.push(response);
    return response;
  };
  for (const scenario of [
    'delivered',
    'courier_reassigned',
    'recipient_no_show_returned',
    'webhook_out_of_order',
    'rate_limited',
    'rejected',
  ])
    record(await book({ test_scenario: scenario }));
  const order = record(await control('POST', '/orders', { scenario: 'delivery_happy_path' })).json;
  record(
    await post(
      `/marketplace/orders/${order.id}/acknowledge`,
      { result: 'succeeded' },
      { 'idempotency-key': 'key-ack-1' },
    ),
  );
  record(
    await post(`/marketplace/orders/${order.id}/status`, {
      status: 'accepted',
      preparation_minutes: 15,
    }),
  );
  for (const seconds of [30, 300, 900, 3600]) {
    await mock.advanceClock(seconds);
    for (const { json } of responses.slice(0, 7))
      if (json.id !== undefined) record(await read(json.id));
  }
  record(
    await post(
      `/marketplace/orders/${order.id}/acknowledge`,
      { result: 'succeeded' },
      { 'idempotency-key': 'key-ack-1' },
    ),
  );
  record(
    await post('/marketplace/stores/sto_01JD3M7X9KQA/status', {
      status: 'paused',
      duration_minutes: 30,
      reason_code: 'too_busy',
    }),
  );
  mock.setFaults({ operations: [{ operation: '*', code: 'service_unavailable', times: 1 }] });
  record(await read(order.id));
  record(await control('POST', `/orders/${order.id}/advance`, {}));
  record(await control('GET', '/snapshot'));
  return responses;
}

/**
 * Returns the responses and events of a run as a client sees them, without the request IDs of the
 * control API.
 */
async function transcript(
  options: Partial<SandboxOptions>,
): Promise<{ responses: unknown[]; events: unknown[] }> {
  const receiver = await useReceiver();
  const served = await startSandbox(options);
  served.mock.setWebhooks({ lastmile: { url: receiver.url }, marketplace: { url: receiver.url } });
  const responses = await runSequence(served);
  const attempts = served.mock
    .deliveries({ limit: 1000 })
    .flatMap(({ event_id, state, attempts: all }) =>
      all.map(({ number, at, fault }) => [event_id, state, number, at, fault]),
    );
  return {
    responses: responses.map(({ status, headers, text }) => {
      const { 'request-id': id, ...others } = headers;
      return {
        status,
        headers: headers['cache-control'] === 'no-store' ? others : { ...others, id },
        text,
      };
    }),
    // Events with the same time arrive in any order, so this function sorts them by ID.
    events: [
      ...receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]).sort(),
      attempts,
    ],
  };
}

describe('runs with a frozen clock', () => {
  it('two runs with one seed return the same responses and events, with identical headers and bytes', async () => {
    const one = await transcript({ seed: 'same' });
    const other = await transcript({ seed: 'same' });
    expect(one.responses.length).toBeGreaterThan(35);
    expect(one.events.length).toBeGreaterThan(30);
    expect(other).toEqual(one);
  });

  it('another seed leads to different responses with the same statuses', async () => {
    const [one, other] = [await transcript({ seed: 'one' }), await transcript({ seed: 'other' })];
    expect(other.responses).not.toEqual(one.responses);
    const statuses = ({ responses }: { responses: unknown[] }) =>
      (responses as TestResponse[]).map(({ status }) => status);
    expect(statuses(other)).toEqual(statuses(one));
  });

  it('the same requests return the same response bodies after a reset', async () => {
    const served = await startSandbox({ seed: 'same' });
    const first = await runSequence(served);
    served.mock.reset();
    // A new `Served` object restarts the counters for references and keys.
    const again = await runSequence(serving(served.mock));
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  });
});

it('responses have the simulated time in the Date header', async () => {
  const { mock, read } = await startSandbox();
  expect((await read('bkg_1')).headers.date).toBe('Fri, 20 Nov 2026 18:00:00 GMT');
  await mock.advanceClock(3600);
  expect((await read('bkg_1')).headers.date).toBe('Fri, 20 Nov 2026 19:00:00 GMT');
});

it('two sandboxes without a seed generate different IDs', async () => {
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const { book } = await startSandbox({}, 'unseeded');
      return (await book()).json.id;
    }),
  );
  expect(ids[0]).not.toBe(ids[1]);
});
