import { type Mock, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, validRequest } from '../../../sandbox/test/support/contracts.ts';
import { expectDocumented } from '../support/expect-response.ts';
import { send } from '../support/send.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ mode: 'examples' });
});
afterAll(() => mock.stop());

const cases = operations.flatMap((one) =>
  one.operation.responses.flatMap((response) => {
    const examples = response.content?.examples.map(({ name }) => name) ?? [undefined];
    return examples.map((example) => ({
      ...one,
      response,
      example,
      title: `${one.title} ${response.status} ${example ?? '(no body)'}`,
    }));
  }),
);

describe('the Prefer header', () => {
  it.each(cases)(
    'Prefer selects the documented response $title, which is valid against the contract',
    async ({ name, operation, response, example, ...subject }) => {
      const { headers, ...request } = validRequest(operation);
      const prefer = `code=${response.status}${example === undefined ? '' : `, example=${example}`}`;
      const received = await send({
        ...request,
        port: mock.port,
        path: `/${name}${request.path}`,
        headers: { ...headers, prefer },
      });
      expect(received.status).toBe(response.status);
      expectDocumented({ name, ...subject }, operation, received);
      expect(received.json).toEqual(
        response.content?.examples.find((one) => one.name === example)?.value,
      );
    },
  );
});

describe('each operation', () => {
  it.each(operations)(
    '$title returns its success response to a valid request',
    async ({ name, operation, ...subject }) => {
      for (const example of operation.request?.examples ?? [undefined]) {
        const request = validRequest(operation);
        const body = example === undefined ? undefined : JSON.stringify(example.value);
        const response = await send({
          ...request,
          port: mock.port,
          path: `/${name}${request.path}`,
          body,
        });
        expect([example?.name, response.status]).toEqual([example?.name, operation.success.status]);
        expectDocumented({ name, ...subject }, operation, response);
      }
    },
  );

  it.each(operations.filter(({ operation }) => operation.conditional))(
    '$title returns 304 if If-None-Match contains the current ETag',
    async ({ name, operation, ...subject }) => {
      const request = {
        ...validRequest(operation),
        port: mock.port,
        path: `/${name}${validRequest(operation).path}`,
      };
      const first = await send(request);
      const again = await send({
        ...request,
        headers: { 'if-none-match': first.headers.etag ?? '' },
      });
      expect([again.status, again.headers.etag]).toEqual([304, first.headers.etag]);
      expectDocumented({ name, ...subject }, operation, again);
    },
  );
});
