import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  operations,
  testContracts,
  validRequest,
} from '../../../sandbox/test/support/contracts.ts';
import { expectDocumented } from '../support/expect-response.ts';
import { startSandbox, useReceiver } from '../support/sandbox.ts';

describe('a fault for an operation', () => {
  it.each(operations)(
    'a fault makes $title return each of its error codes in a documented response',
    async (one) => {
      const contract = testContracts.find(({ name }) => name === one.name);
      if (contract === undefined) throw new Error('unreachable');
      const { sendRequest, mock } = await startSandbox();
      const { headers, ...request } = validRequest(one.operation);
      for (const code of one.operation.responses.flatMap(({ codes }) => codes)) {
        mock.setFaults({ operations: [{ operation: one.operation.id, code, times: 1 }] });
        const response = await sendRequest({
          ...request,
          path: `/${one.name}${request.path}`,
          headers,
        });
        expect([code, response.json?.code]).toEqual([code, code]);
        expectDocumented(contract, one.operation, response);
        expect(mock.requests({ limit: 1 })[0]?.response_findings).toEqual([]);
        expect(mock.faults().operations).toEqual([]);
      }
    },
  );

  it('a fault affects only the given operation, and only the given number of times', async () => {
    const { book, mock, read } = await startSandbox();
    mock.setFaults({ operations: [{ operation: 'createBooking', status: 503, times: 2 }] });
    const created = [await book(), await book(), await book()];
    expect(created.map(({ status }) => status)).toEqual([503, 503, 201]);
    expect((await read(created[2]?.json.id)).status).toBe(200);
  });

  it('a fault for the operation * affects every operation until it is removed', async () => {
    const { book, mock, read } = await startSandbox();
    mock.setFaults({ operations: [{ operation: '*', code: 'internal_error' }] });
    expect([
      (await book()).status,
      (await read('bkg_1')).status,
      (await read('ord_1')).status,
    ]).toEqual([500, 500, 500]);
    mock.setFaults({});
    expect((await book()).status).toBe(201);
  });

  it('a fault with a latency delays a response', async () => {
    const { mock, read } = await startSandbox();
    mock.setFaults({ operations: [{ operation: 'getBookingDetails', latency_ms: 150 }] });
    const started = performance.now();
    await read('bkg_1');
    expect(performance.now() - started).toBeGreaterThanOrEqual(145);
  });

  it('a request with the same key gets idempotency_in_progress while a fault delays the first request', async () => {
    const { book, mock } = await startSandbox();
    mock.setFaults({ operations: [{ operation: 'createBooking', latency_ms: 500, times: 1 }] });
    const request = { external_reference: 'A-1' };
    const key = { 'idempotency-key': 'key-0001' };
    const responses = await Promise.all(Array.from({ length: 10 }, () => book(request, key)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const rejected = responses.filter(({ status }) => status === 409);
    expect(new Set(rejected.map(({ json }) => json.code))).toEqual(
      new Set(['idempotency_in_progress']),
    );
    expect((await book(request, key)).headers['idempotency-replayed']).toBe('true');
  });

  it('a fault that returns a problem does not store the problem for the idempotency key', async () => {
    const { book, mock } = await startSandbox();
    mock.setFaults({ operations: [{ operation: 'createBooking', status: 409, times: 1 }] });
    const request = { external_reference: 'A-1' };
    const key = { 'idempotency-key': 'key-0001' };
    expect((await book(request, key)).status).toBe(409);
    const again = await book(request, key);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  it('a fault with drop closes the connection after the request has taken effect', async () => {
    const { book, mock } = await startSandbox();
    mock.setFaults({ operations: [{ operation: 'createBooking', drop: true, times: 1 }] });
    const request = { external_reference: 'A-1' };
    const key = { 'idempotency-key': 'key-0001' };
    await expect(book(request, key)).rejects.toThrow();
    const again = await book(request, key);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
  });
});

describe('faults for an event', () => {
  it('a fault for an event affects only the given event type, and only the given number of times', async () => {
    const { mock } = await startSandbox();
    const receiver = await useReceiver();
    const { marketplace } = mock.setWebhooks({ marketplace: { url: receiver.url } });
    mock.setFaults({
      events: [
        { event: 'order_created', fault: 'bad_signature', times: 1 },
        { event: 'bookingUpdated', fault: 'truncated' },
      ],
    });
    mock.createOrder();
    await mock.advanceClock(0);
    mock.createOrder();
    await mock.advanceClock(0);
    const verifies = receiver.received.map(({ body, headers }) => {
      try {
        return new Webhook(marketplace?.secrets[0] ?? '').verify(body, headers) !== undefined;
      } catch {
        return false;
      }
    });
    expect(verifies).toEqual([false, true]);
    expect(mock.deliveries().map(({ attempts }) => attempts.map(({ fault }) => fault))).toEqual([
      [undefined],
      ['bad_signature'],
    ]);
    expect(mock.faults().events).toEqual([{ event: 'bookingUpdated', fault: 'truncated' }]);
  });
});
