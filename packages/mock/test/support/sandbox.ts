import type { JsonObject } from '@delivery-api/specs/contract';
import { afterEach } from 'vitest';
import { testContracts } from '../../../sandbox/test/support/contracts.ts';
import type { Sandbox, SandboxOptions } from '../../src/api/types.ts';
import { startMock } from '../../src/start-mock.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Sent, send, type TestResponse } from './send.ts';

/** A Friday evening in Amsterdam, when most example stores are open. */
export const startTime = '2026-11-20T18:00:00Z';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0)) await end();
});

export interface Served {
  mock: Sandbox;
  sendRequest(sent: Omit<Sent, 'port'>): Promise<TestResponse>;
  /** Sends a POST request with a JSON body. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  /** Creates a booking, and returns the response with any status. */
  book(request?: JsonObject, headers?: Record<string, string>): Promise<TestResponse>;
  read(id: string): Promise<TestResponse>;
  control(method: string, path: string, body?: unknown): Promise<TestResponse>;
}

/** Starts a sandbox, by default with a frozen clock. The sandbox stops after the test. */
export async function startSandbox(
  options: Partial<SandboxOptions> = {},
  seeded: 'seeded' | 'unseeded' = 'seeded',
): Promise<Served> {
  const mock = await startMock({
    ...(seeded === 'seeded' && { seed: 'test' }),
    clock: { start: startTime, frozen: true },
    ...options,
    mode: 'sandbox',
  });
  cleanups.push(() => mock.stop());
  return serving(mock);
}

export function serving(mock: Sandbox): Served {
  const { port } = mock;
  let count = 0;
  const sendRequest = (sent: Omit<Sent, 'port'>): Promise<TestResponse> => send({ ...sent, port });
  const post = (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> =>
    sendRequest({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const book = (
    request: JsonObject = {},
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    count += 1;
    const body = { ...bookingRequest, external_reference: `T-${count}`, ...request };
    return post('/lastmile/acme/create_booking', body, {
      'idempotency-key': `key-book-${count}`,
      ...headers,
    });
  };
  return {
    mock,
    sendRequest,
    post,
    book,
    read: (id) =>
      sendRequest({
        path: id.startsWith('ord_')
          ? `/marketplace/orders/${id}`
          : `/lastmile/acme/get_booking_details/${id}`,
      }),
    control: (method, path, body) =>
      sendRequest({
        method,
        path: `/_sandbox${path}`,
        headers: {
          authorization: '',
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
  };
}

/** Starts a receiver that stops after the test. */
export async function useReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  cleanups.push(() => receiver.stop());
  return receiver;
}

/** Registers a function that runs after the test. */
export const afterTest = (end: () => Promise<void>): void => void cleanups.push(end);

function requestNamed(operationId: string, name: string): JsonObject {
  for (const { contract } of testContracts) {
    const operation = contract.operations.find(({ id }) => id === operationId);
    const example = operation?.request?.examples.find((one) => one.name === name);
    if (example !== undefined) return example.value as JsonObject;
  }
  throw new Error(`${operationId} has no example ${name}.`);
}

/** A booking request without an estimate or a store. */
export const bookingRequest = requestNamed('createBooking', 'reassignment_booking_request');
