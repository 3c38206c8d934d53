import type { InterfaceName, JsonObject } from '@delivery-api/specs/contract';
import { loadContract } from '@delivery-api/specs/contract';
import { HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inputOf } from './every-status.js';

interface AnyResult {
  status: number;
  data?: unknown;
  problem?: unknown;
  response: Response;
}
type AnyMethod = { result(input: object, options?: object): Promise<AnyResult> };
type AnyHandlers = Record<string, (status?: number, example?: string) => HttpHandler> & {
  all(): HttpHandler[];
};
type AnyFixtures = Record<string, { requests: JsonObject; responses: Record<number, JsonObject> }>;

/**
 * Defines tests of the fixtures and MSW handlers of a client, including one for each response example
 * of each operation. The cases come from the contract, so the tests fail if a fixture is missing.
 */
export function describeEveryFixture(
  name: InterfaceName,
  given: { fixtures: object; events: object; handlers: unknown },
  connect: () => object,
): void {
  const contract = loadContract(new URL(`../../../../specs/dist/${name}.json`, import.meta.url));
  const fixtures = given.fixtures as AnyFixtures;
  const handlers = given.handlers as AnyHandlers;
  const client = connect() as Record<string, AnyMethod>;
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  it('fixtures exist for exactly the operations and events of the contract', () => {
    expect(Object.keys(fixtures).sort()).toEqual(contract.operations.map(({ id }) => id).sort());
    expect(given.events).toEqual(
      Object.fromEntries(
        contract.webhooks.map((webhook) => [
          webhook.name,
          Object.fromEntries(webhook.content.examples.map((one) => [one.name, one.value])),
        ]),
      ),
    );
  });

  it('fixtures are new copies on each access, so that a test can change them', () => {
    for (const all of [fixtures, given.events] as Record<string, JsonObject>[]) {
      const [name = ''] = Object.keys(all);
      const before = structuredClone(all[name]);
      Object.assign(all[name] as JsonObject, { changed: true });
      for (const one of Object.values(all[name] as JsonObject))
        Object.assign(one as JsonObject, { changed: true });
      expect(all[name]).toEqual(before);
    }
  });

  it('handlers respond to every operation with its success status', async () => {
    server.use(...handlers.all());
    expect(handlers.all().every((handler) => handler instanceof HttpHandler)).toBe(true);
    for (const operation of contract.operations) {
      const { status, data } = await (client[operation.id] as AnyMethod).result(inputOf(operation));
      expect({ status, data }).toEqual({
        status: operation.success.status,
        data: operation.success.content?.examples[0]?.value,
      });
    }
  });

  describe.each(contract.operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    (id, operation) => {
      const send = (options: object = {}) =>
        (client[id] as AnyMethod).result(inputOf(operation), { maxRetries: 0, ...options });
      const handler = (status?: number, example?: string) =>
        (handlers[id] as AnyHandlers[string])(status, example);

      it('fixtures contain the request examples', () => {
        const examples = operation.request?.examples ?? [];
        expect(fixtures[id]?.requests).toEqual(
          Object.fromEntries(examples.map((example) => [example.name, example.value])),
        );
      });

      const table = operation.responses.flatMap((response) =>
        (response.content?.examples ?? []).map(
          (example) => [response.status, example.name, example.value, response] as const,
        ),
      );
      it.each(table)(
        'handlers respond with status %i and the example %s',
        async (status, example, value, response) => {
          expect(fixtures[id]?.responses[status]?.[example]).toEqual(value);
          server.use(handler(status, example));
          const result = await send();
          expect(result.status).toBe(status);
          expect(status < 300 ? result.data : result.problem).toEqual(value);
          const { headers } = result.response;
          expect(headers.get('content-type')).toBe(response.content?.mediaType);
          expect(
            response.headers
              .filter((header) => header.required && !headers.has(header.name))
              .map((header) => header.name),
          ).toEqual([]);
          if (status >= 400) {
            expect(headers.get('request-id')).toBe((value as JsonObject).request_id);
            expect(headers.has('retry-after')).toBe(
              (value as JsonObject).retryable === true &&
                response.headers.some((header) => header.name === 'Retry-After'),
            );
          }
        },
      );

      if (operation.conditional) {
        it('handlers respond with status 304', async () => {
          server.use(handler(304));
          const { status, response } = await send({ ifNoneMatch: '"a"' });
          expect(status).toBe(304);
          expect(response.headers.get('etag')).toMatch(/^"/);
        });
      }

      it('handlers throw for an undocumented status or example', () => {
        expect(() => handler(418)).toThrow(`${id} does not document the status 418`);
        expect(() => handler(operation.success.status, 'nothing')).toThrow(
          `${id} does not have the example nothing`,
        );
      });
    },
  );
}
