import type { OperationDefinition } from '../../src/index.js';

/** A write that carries a key. */
export const cancel: OperationDefinition = {
  id: 'cancelBooking',
  method: 'post',
  path: '/{partner_name}/cancel_booking',
  inPath: [],
  body: true,
  keyed: true,
};

/** A read. */
export const read: OperationDefinition = {
  id: 'getOrder',
  method: 'get',
  path: '/orders/{id}',
  inPath: ['id'],
  body: false,
  keyed: false,
};

/** A write with an id in its path. */
export const update: OperationDefinition = {
  id: 'setOrderStatus',
  method: 'post',
  path: '/orders/{id}/status',
  inPath: ['id'],
  body: true,
  keyed: true,
};

/** A write without a key: neither contract has one today, and the policy covers it all the same. */
export const unkeyed: OperationDefinition = { ...update, id: 'unkeyedWrite', keyed: false };

/** A problem as the service would answer it. */
export const problem = {
  type: 'https://docs.example/errors#gone',
  title: 'Gone',
  status: 410,
  detail: 'It is gone.',
  code: 'gone',
  request_id: 'req_12345678',
  retryable: false,
};

/** An answer of the service that refuses, with any status, code and headers. */
export const refusal = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Response => Response.json({ ...problem, status, code }, { status, headers });
