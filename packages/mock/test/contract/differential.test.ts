import { type Mock, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  operations,
  testContracts,
  validRequest,
} from '../../../sandbox/test/support/contracts.ts';
import { type PrismCli, startPrismCli } from '../support/prism-cli.ts';
import { type Sent, send, type TestResponse } from '../support/send.ts';

let mock: Mock;
const prism = new Map<string, PrismCli>();
beforeAll(async () => {
  mock = await startMock({ mode: 'examples' });
  for (const { name } of testContracts) prism.set(name, await startPrismCli(name));
}, 60_000);
afterAll(async () => {
  await Promise.all([mock.stop(), ...[...prism.values()].map((one) => one.stop())]);
});

type Case = (typeof operations)[number];
const both = 'application/json, application/problem+json';

/** Sends the same request to the mock and to Prism, and returns both responses in this order. */
async function sendRequest(
  { name, operation }: Case,
  { headers = {}, ...changes }: Partial<Sent> = {},
): Promise<[TestResponse, TestResponse]> {
  const { path, ...request } = validRequest(operation);
  const sent = {
    ...request,
    ...changes,
    headers: { accept: both, ...request.headers, ...headers },
  };
  const theirs = prism.get(name);
  if (theirs === undefined) throw new Error(`Prism does not run for ${name}.`);
  return [
    await send({ ...sent, path: `/${name}${path}`, port: mock.port }),
    await send({ ...sent, path, port: theirs.port }),
  ];
}

const examples = operations.flatMap((one) =>
  one.operation.responses.flatMap(({ status, content }) =>
    (content?.examples ?? [undefined]).map((example) => ({
      ...one,
      status,
      prefer: `code=${status}${example === undefined ? '' : `, example=${example.name}`}`,
    })),
  ),
);

describe('responses in `examples` mode that equal the responses of `prism mock`', () => {
  it.each(examples)(
    '$title with Prefer: $prefer returns the same status, media type and body as `prism mock`',
    async ({ prefer, status, ...one }) => {
      const [ours, theirs] = await sendRequest(one, { headers: { prefer } });
      expect([ours.status, ours.json, ours.headers['content-type']]).toEqual([
        theirs.status,
        theirs.json,
        theirs.headers['content-type'],
      ]);
      expect(ours.status).toBe(status);
    },
  );

  it.each(operations)(
    '$title without Prefer returns the same status and body as `prism mock` for every request example',
    async (one) => {
      for (const example of one.operation.request?.examples ?? [undefined]) {
        const [ours, theirs] = await sendRequest(
          one,
          example === undefined ? {} : { body: JSON.stringify(example.value) },
        );
        expect([ours.status, ours.json]).toEqual([theirs.status, theirs.json]);
      }
    },
  );

  it.each(operations)(
    '$title rejects a missing token and an invalid body with the same status and code as `prism mock`',
    async (one) => {
      const [ours, theirs] = await sendRequest(one, { headers: { authorization: '' } });
      expect([ours.status, ours.json.code]).toEqual([theirs.status, theirs.json.code]);
      if (one.operation.request === undefined) return;
      for (const body of ['{}', '[]', '{"zzz_unknown":1}']) {
        const [mockResponse, prismResponse] = await sendRequest(one, { body });
        expect([body, mockResponse.status, mockResponse.json.code]).toEqual([
          body,
          prismResponse.status,
          prismResponse.json.code,
        ]);
      }
    },
  );
});

/** Intended differences: the request, the statuses of the mock and of Prism, and the reason. */
const differences: {
  what: string;
  change: Partial<Sent>;
  ours: number;
  theirs: (one: Case) => number;
  only: (one: Case) => boolean;
  why: string;
}[] = [
  {
    what: 'a Prefer header for an error from a client that accepts only application/json',
    change: { headers: { accept: 'application/json', prefer: 'code=401' } },
    ours: 401,
    theirs: ({ operation }) => operation.success.status,
    only: () => true,
    why: 'Prism returns no problem if Accept does not list application/problem+json.',
  },
  {
    what: 'a missing Idempotency-Key',
    change: { headers: { 'idempotency-key': '' } },
    ours: 400,
    theirs: () => 422,
    only: ({ operation }) => operation.idempotency === 'required',
    why: 'Prism returns 422 for every violation if the operation documents 422.',
  },
  {
    what: 'an undocumented status',
    change: { headers: { prefer: 'code=299' } },
    ours: 400,
    theirs: () => 404,
    only: () => true,
    why: 'Prism returns 404, although the path exists.',
  },
  {
    what: 'a HEAD request',
    change: { method: 'HEAD' },
    ours: 200,
    theirs: () => 405,
    only: ({ operation }) => operation.method === 'get',
    why: 'HTTP defines HEAD as GET without a response body.',
  },
  {
    what: 'a body without a Content-Type',
    change: { headers: { 'content-type': '' } },
    ours: 415,
    theirs: () => 422,
    only: ({ operation }) => operation.request !== undefined,
    why: 'Prism parses the body as a string.',
  },
];

describe('responses in `examples` mode that differ from the responses of `prism mock`', () => {
  const cases = differences.flatMap((difference) =>
    operations.filter(difference.only).map((one) => ({ ...difference, one, title: one.title })),
  );
  it.each(cases)(
    '$title differs from `prism mock` for $what: $why',
    async ({ one, change, ours, theirs }) => {
      const [mockResponse, prismResponse] = await sendRequest(one, change);
      expect([mockResponse.status, prismResponse.status]).toEqual([ours, theirs(one)]);
    },
  );
});
