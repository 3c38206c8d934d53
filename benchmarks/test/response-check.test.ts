import type { JsonObject } from '@delivery-api/specs/contract';
import { expect, it } from 'vitest';
import { apis, operationOf } from '../shared/contracts.ts';
import type { RawResponse } from '../shared/raw-http.ts';
import { checkResponse } from '../shared/response-check.ts';

const { lastmile } = apis;
const operation = operationOf('getBookingDetails');
const example = operation.success.content?.examples[0]?.value as JsonObject;
const requestId = 'req_0123456789abcdef';

const success: RawResponse = {
  status: 200,
  headers: {
    'content-type': 'application/json',
    'request-id': requestId,
    etag: '"x"',
    'cache-control': 'private, no-cache',
  },
  text: JSON.stringify(example),
};
const problem = {
  type: `${lastmile.contract.docsBase}/errors#booking_not_found`,
  title: lastmile.contract.problems.get('booking_not_found')?.title,
  status: 404,
  detail: 'There is no such booking.',
  instance: '/acme/get_booking_details/x',
  code: 'booking_not_found',
  request_id: requestId,
  retryable: false,
};
const failure: RawResponse = {
  status: 404,
  headers: { 'content-type': 'application/problem+json', 'request-id': requestId },
  text: JSON.stringify(problem),
};
const successWith = (fields: object): RawResponse => ({
  ...success,
  text: JSON.stringify({ ...example, ...fields }),
});
const failureWith = (fields: object): RawResponse => ({
  ...failure,
  text: JSON.stringify({ ...problem, ...fields }),
});

it.each([
  ['success', success],
  ['problem', failure],
])('checkResponse accepts a valid %s response', (_, response) => {
  expect(checkResponse(lastmile, operation, response, 'GET')).toEqual([]);
});

const { headers } = success;
const required = { 'content-type': 'application/json', 'request-id': requestId };
it.each<[string, RawResponse, string]>([
  ['an undocumented property', successWith({ extra: 1 }), '/extra'],
  ['a property of the wrong type', successWith({ revision: 'one' }), '/revision'],
  ['a body that is not JSON', { ...success, text: '<html>' }, 'not JSON'],
  [
    'an undocumented media type',
    { ...success, headers: { ...headers, 'content-type': 'text/html' } },
    'media type',
  ],
  [
    'an undocumented header',
    { ...success, headers: { ...headers, 'x-powered-by': 'x' } },
    'x-powered-by',
  ],
  ['a missing header', { ...success, headers: required }, 'is missing'],
  ['an undocumented status', { ...success, status: 206 }, '206 is not documented'],
  ['a code that is not in the catalog', failureWith({ code: 'no_such_code' }), 'catalog'],
  [
    'a code that the operation does not document',
    failureWith({ code: 'menu_invalid' }),
    'menu_invalid',
  ],
  [
    'a code that belongs to another status',
    failureWith({ code: 'unauthenticated' }),
    '404 is wrong',
  ],
  ['a different type', failureWith({ type: 'about:blank' }), 'the type is about:blank'],
  ['a different request ID', failureWith({ request_id: 'req_fedcba9876543210' }), 'request_id'],
  ['an undocumented problem property', failureWith({ stack: 'at x' }), '/stack'],
])('checkResponse reports a response with %s', (_, response, violation) => {
  const violations = checkResponse(lastmile, operation, response, 'GET');
  expect(violations.join('\n')).toContain(violation);
});
