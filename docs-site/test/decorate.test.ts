import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import { expect, test } from 'vitest';
import { decorate } from '../src/redoc/decorate.ts';
import { contractOf, defaultSite } from '../src/site.ts';

const real = contractOf(defaultSite, 'lastmile');
const sample = { lang: 'Shell', label: 'curl', source: 'curl https://example.com' };
const all = new Map([...real.operations, ...real.webhooks].map(({ id }) => [id, [sample]]));

/** Returns the real contract with another document. */
const withDocument = (document: JsonObject): Contract => ({ ...real, document });
const responses = { 200: { description: 'Done.' } };

test('decorate does not change the contract', () => {
  const before = JSON.stringify(real.document);
  decorate(real, all);
  expect(JSON.stringify(real.document)).toBe(before);
});

test('decorate adds links to the codes of a response', () => {
  const { response } = decorate(
    withDocument({
      response: { description: 'No.', 'x-problem-codes': ['rate_limited', 'token_expired'] },
    }),
    all,
  );
  expect(response).toMatchObject({
    description:
      'No.\n\nCodes: [`rate_limited`](../errors.html#rate_limited), [`token_expired`](../errors.html#token_expired)',
  });
});

test('decorate adds the limits and decisions of an operation', () => {
  const [operation] = real.operations;
  if (operation === undefined) throw new Error('The contract has no operation.');
  const limits = {
    rate: { requests: 120, per_seconds: 60, per: 'partner' as const },
    max_body_bytes: 65536,
    timeout_seconds: 10,
  };
  const contract = withDocument({
    one: { operationId: 'one', description: 'Does it.', responses, 'x-decisions': [4, 12] },
  });
  const decorated = decorate(
    { ...contract, operations: [{ ...operation, id: 'one', limits }] },
    new Map([['one', [sample]]]),
  );
  expect(decorated.one).toMatchObject({
    description: [
      '[Try it](reference.html#one-samples)',
      'Does it.',
      '**Limits.** Rate: 120 requests in 60 s per partner. Maximum body size: 64 KiB. Timeout: 10 s.',
      '**Example times.** The request examples contain fixed times. Replace them with later times, or use Try it, which replaces them.',
      '**Decisions.** [D-004](../decisions.html#d-004), [D-012](../decisions.html#d-012).',
      '[Plain reference](reference.html#one)',
    ].join('\n\n'),
    'x-codeSamples': [sample],
  });
});

test('decorate converts links between operations to routes', () => {
  const { a } = decorate(
    withDocument({
      a: {
        description: 'See [it](#operation/createBooking) and [that](#operation/bookingUpdated).',
      },
    }),
    all,
  );
  expect(a).toEqual({
    description: 'See [it](#/bookings/createbooking) and [that](#/webhooks/bookingupdated).',
  });
});

test('decorate links names of operations and webhooks in backticks, except within links', () => {
  const description =
    'Call `createBooking`, [`cancelBooking`](x), `createBookings`; wait for `bookingUpdated`.';
  expect(decorate(withDocument({ a: { description } }), all).a).toEqual({
    description:
      'Call [`createBooking`](#/bookings/createbooking), [`cancelBooking`](x), `createBookings`; wait for [`bookingUpdated`](#/webhooks/bookingupdated).',
  });
});

test('decorate throws an error that names the unknown operation of a link', () => {
  expect(() =>
    decorate(withDocument({ a: { description: 'See [it](#operation/refundBooking).' } }), all),
  ).toThrow('#operation/refundBooking');
});

test('decorate throws an error that names an operation without a sample', () => {
  expect(() => decorate(withDocument({ a: { operationId: 'lonely', responses } }), all)).toThrow(
    'lonely: no sample found',
  );
});

test('decorate replaces a server URL that is only a variable with the default of the variable', () => {
  const servers = [
    { url: 'http://localhost:4010/lastmile', description: 'Takes `test_` tokens.' },
    {
      url: '{base_url}',
      description: 'The service.',
      variables: { base_url: { default: 'https://api.example.com/v1' } },
    },
  ];
  expect(decorate(withDocument({ servers }), all).servers).toEqual([
    { url: 'http://localhost:4010/lastmile', description: 'Takes test_ tokens.' },
    { url: 'https://api.example.com/v1', description: 'The service.' },
  ]);
});

test('decorate adds the test vector and the samples of a webhook to its description', () => {
  const [webhook] = real.webhooks;
  if (webhook === undefined) throw new Error('The contract has no webhook.');
  const contract = withDocument({
    one: { operationId: webhook.id, description: 'Sent.', responses },
  });
  const { one } = decorate(contract, all);
  const { secret, id, timestamp, signature, body } = webhook.delivery.test_vector;
  for (const part of [secret, id, timestamp, signature, body])
    expect((one as JsonObject).description).toContain(part);
  expect((one as JsonObject).description).toContain(
    '**Sample: curl**\n\n```shell\ncurl https://example.com\n```',
  );
  expect(one).not.toHaveProperty('x-codeSamples');
});
