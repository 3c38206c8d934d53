import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import { expect, test } from 'vitest';
import { decorate } from '../src/redoc/decorate.ts';
import { contractOf, defaultSite } from '../src/site.ts';

const real = contractOf(defaultSite, 'lastmile');
const sample = { lang: 'Shell', label: 'curl', source: 'curl https://example.com' };
const all = new Map([...real.operations, ...real.webhooks].map(({ id }) => [id, [sample]]));

/** A contract whose document is only what a test needs. */
const withDocument = (document: JsonObject): Contract => ({ ...real, document });
const responses = { 200: { description: 'Done.' } };

test('the contract itself stays as it is', () => {
  const before = JSON.stringify(real.document);
  decorate(real, all);
  expect(JSON.stringify(real.document)).toBe(before);
});

test('a response names its codes, each a link to its entry', () => {
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

test('an operation says its limits and the decisions behind it', () => {
  const [operation] = real.operations;
  if (operation === undefined) throw new Error('The contract has no operation.');
  const limits = {
    rate: { requests: 120, per_seconds: 60 },
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
      'Does it.',
      '**Limits.** For each tenant 120 requests in 60 seconds, a body of at most 64 KiB, an answer within 10 seconds.',
      '**Decided in** [D-004](../decisions.html#d-004), [D-012](../decisions.html#d-012).',
      '[The same on the plain page](reference.html#one)',
    ].join('\n\n'),
    'x-codeSamples': [sample],
  });
});

test('links between operations become routes of the page', () => {
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

test('the name of an operation or webhook between backticks leads to it, once', () => {
  const description =
    'Call `createBooking`, [`cancelBooking`](x), `createBookings`; wait for `bookingUpdated`.';
  expect(decorate(withDocument({ a: { description } }), all).a).toEqual({
    description:
      'Call [`createBooking`](#/bookings/createbooking), [`cancelBooking`](x), `createBookings`; wait for [`bookingUpdated`](#/webhooks/bookingupdated).',
  });
});

test('a link to an operation that is not there is refused by its name', () => {
  expect(() =>
    decorate(withDocument({ a: { description: 'See [it](#operation/refundBooking).' } }), all),
  ).toThrow('#operation/refundBooking');
});

test('an operation without a sample is refused by its name', () => {
  expect(() => decorate(withDocument({ a: { operationId: 'lonely', responses } }), all)).toThrow(
    'lonely: there is no sample',
  );
});

test('a server that is only a variable is shown by its default', () => {
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

test('a webhook shows the published case of its signature, whole', () => {
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
