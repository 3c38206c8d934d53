import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/api/types.ts';
import { type Served, serving, startSandbox, useReceiver } from '../support/sandbox.ts';
import type { Answer } from '../support/send.ts';

/**
 * An evening: bookings of several stories, orders that are taken and refused, a menu paused, time
 * that passes, faults, keys used twice.
 */
async function playEvening(served: Served): Promise<Answer[]> {
  const { book, control, mock, post, read } = served;
  const answers: Answer[] = [];
  const keep = (answer: Answer): Answer => {
    answers.push(answer);
    return answer;
  };
  for (const scenario of [
    'delivered',
    'courier_reassigned',
    'recipient_no_show_returned',
    'webhook_out_of_order',
    'rate_limited',
    'rejected',
  ])
    keep(await book({ test_scenario: scenario }));
  const order = keep(await control('POST', '/orders', { scenario: 'delivery_happy_path' })).json;
  keep(
    await post(
      `/marketplace/orders/${order.id}/acknowledge`,
      { result: 'succeeded' },
      { 'idempotency-key': 'key-ack-1' },
    ),
  );
  keep(
    await post(`/marketplace/orders/${order.id}/status`, {
      status: 'accepted',
      preparation_minutes: 15,
    }),
  );
  for (const seconds of [30, 300, 900, 3600]) {
    await mock.advanceClock(seconds);
    for (const { json } of answers.slice(0, 7))
      if (json.id !== undefined) keep(await read(json.id));
  }
  keep(
    await post(
      `/marketplace/orders/${order.id}/acknowledge`,
      { result: 'succeeded' },
      { 'idempotency-key': 'key-ack-1' },
    ),
  );
  keep(
    await post('/marketplace/stores/sto_01JD3M7X9KQA/status', {
      status: 'paused',
      duration_minutes: 30,
      reason_code: 'too_busy',
    }),
  );
  mock.setFaults({ operations: [{ operation: '*', code: 'service_unavailable', times: 1 }] });
  keep(await read(order.id));
  keep(await control('POST', `/orders/${order.id}/advance`, {}));
  keep(await control('GET', '/snapshot'));
  return answers;
}

/**
 * What a run says, with everything that a client can see of it but the ids of requests to the
 * control surface.
 */
async function transcript(
  options: Partial<SandboxOptions>,
): Promise<{ answers: unknown[]; events: unknown[] }> {
  const receiver = await useReceiver();
  const served = await startSandbox(options);
  served.mock.setWebhooks({ lastmile: { url: receiver.url }, marketplace: { url: receiver.url } });
  const answers = await playEvening(served);
  const attempts = served.mock
    .deliveries({ limit: 1000 })
    .flatMap(({ event_id, state, attempts: all }) =>
      all.map(({ number, at, fault }) => [event_id, state, number, at, fault]),
    );
  return {
    answers: answers.map(({ status, headers, text }) => {
      const { 'request-id': id, ...others } = headers;
      return {
        status,
        headers: headers['cache-control'] === 'no-store' ? others : { ...others, id },
        text,
      };
    }),
    // What comes at the same moment comes in no certain order; ids tell it.
    events: [
      ...receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]).sort(),
      attempts,
    ],
  };
}

describe('with the clock stepped', () => {
  it('two runs of one seed answer and send the same, header by header and byte by byte', async () => {
    const one = await transcript({ seed: 'same' });
    const other = await transcript({ seed: 'same' });
    expect(one.answers.length).toBeGreaterThan(35);
    expect(one.events.length).toBeGreaterThan(30);
    expect(other).toEqual(one);
  });

  it('another seed gives other ids, and the same statuses', async () => {
    const [one, other] = [await transcript({ seed: 'one' }), await transcript({ seed: 'other' })];
    expect(other.answers).not.toEqual(one.answers);
    const statuses = ({ answers }: { answers: unknown[] }) =>
      (answers as Answer[]).map(({ status }) => status);
    expect(statuses(other)).toEqual(statuses(one));
  });

  it('a reset begins the same run again', async () => {
    const served = await startSandbox({ seed: 'same' });
    const first = await playEvening(served);
    served.mock.reset();
    // Served anew, references and keys are counted from the beginning.
    const again = await playEvening(serving(served.mock));
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  });
});

it('sends the simulated time in the header Date', async () => {
  const { mock, read } = await startSandbox();
  expect((await read('bkg_1')).headers.date).toBe('Fri, 20 Nov 2026 18:00:00 GMT');
  await mock.advanceClock(3600);
  expect((await read('bkg_1')).headers.date).toBe('Fri, 20 Nov 2026 19:00:00 GMT');
});

it('without a seed, no two sandboxes make the same ids', async () => {
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const { book } = await startSandbox({}, 'unseeded');
      return (await book()).json.id;
    }),
  );
  expect(ids[0]).not.toBe(ids[1]);
});
