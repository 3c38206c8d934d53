import type { OperationDefinition } from '../../src/index.js';

/** A write with an idempotency key. */
export const cancel: OperationDefinition = {
  id: 'cancelBooking',
  method: 'post',
  path: '/{partner_name}/cancel_booking',
  body: true,
  keyed: true,
};

/** A read. */
export const read: OperationDefinition = {
  id: 'getOrder',
  method: 'get',
  path: '/orders/{id}',
};

/** A write with a path parameter. */
export const update: OperationDefinition = {
  id: 'setOrderStatus',
  method: 'post',
  path: '/orders/{id}/status',
  body: true,
  keyed: true,
};

/** A write without an idempotency key. No contract has such a write, but the client supports it. */
export const unkeyed: OperationDefinition = { ...update, id: 'unkeyedWrite', keyed: false };

/** A problem (RFC 9457) that the service returns. */
export const problem = {
  type: 'https://docs.example/errors#gone',
  title: 'Gone',
  status: 410,
  detail: 'It is gone.',
  code: 'gone',
  request_id: 'req_12345678',
  retryable: false,
};

/** Creates a response with {@link problem}, a status, a code and headers. */
export const problemResponse = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Response =>
  Response.json(
    { ...problem, status, code, retryable: [409, 429].includes(status) || status >= 500 },
    { status, headers },
  );
