import type { JsonObject, Operation } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { interfaces, type Judged, judge } from '../../attack/judge.ts';
import type { WireAnswer } from '../../attack/wire.ts';

const lastmile = interfaces[0] as Judged;
const read = lastmile.contract.operations.find(({ id }) => id === 'getBookingDetails') as Operation;
const example = read.success.content?.examples[0]?.value as JsonObject;
const requestId = 'req_0123456789abcdef';

const good: WireAnswer = {
  status: 200,
  headers: {
    'content-type': 'application/json',
    'request-id': requestId,
    etag: '"x"',
    'cache-control': 'private, no-cache',
  },
  text: JSON.stringify(example),
};
const entry = lastmile.contract.problems.get('booking_not_found');
const problem = {
  type: `${lastmile.contract.docsBase}/errors#booking_not_found`,
  title: entry?.title,
  status: 404,
  detail: 'There is no such booking.',
  instance: '/acme/get_booking_details/x',
  code: 'booking_not_found',
  request_id: requestId,
  retryable: false,
};
const refusal: WireAnswer = {
  status: 404,
  headers: { 'content-type': 'application/problem+json', 'request-id': requestId },
  text: JSON.stringify(problem),
};
const said = (text: object): WireAnswer => ({
  ...refusal,
  text: JSON.stringify({ ...problem, ...text }),
});

describe('an answer', () => {
  it.each([
    ['a success', good],
    ['a refusal', refusal],
  ])('as the contract has it is found to be right: %s', (_, answer) => {
    expect(judge(lastmile, read, answer, 'GET')).toEqual([]);
  });

  it.each<[string, WireAnswer]>([
    ['a field that nobody knows', { ...good, text: JSON.stringify({ ...example, extra: 1 }) }],
    ['a field of another type', { ...good, text: JSON.stringify({ ...example, revision: 'one' }) }],
    ['no JSON', { ...good, text: '<html>' }],
    ['another media type', { ...good, headers: { ...good.headers, 'content-type': 'text/html' } }],
    ['a header that nobody knows', { ...good, headers: { ...good.headers, 'x-powered-by': 'x' } }],
    [
      'a header that is missing',
      { ...good, headers: { 'content-type': 'application/json', 'request-id': requestId } },
    ],
    ['a status that is not documented', { ...good, status: 206 }],
    ['a code that is not in the catalogue', said({ code: 'no_such_code' })],
    ['a code of another operation', said({ code: 'menu_invalid', status: 404 })],
    ['a code under another status', said({ code: 'unauthenticated' })],
    ['another type', said({ type: 'about:blank' })],
    ['another request id', said({ request_id: 'req_fedcba9876543210' })],
    ['a problem with a field more', said({ stack: 'at x' })],
  ])('is found to be wrong: %s', (_, answer) => {
    expect(judge(lastmile, read, answer, 'GET')).not.toEqual([]);
  });
});
