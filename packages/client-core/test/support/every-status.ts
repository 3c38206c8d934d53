import { ApiError } from '@delivery-api/client-core';
import type {
  Contract,
  Example,
  InterfaceName,
  JsonObject,
  Operation,
  Response,
} from '@delivery-api/specs/contract';
import { loadContract } from '@delivery-api/specs/contract';
import { createValidate } from '@delivery-api/specs/validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface AnyResult {
  ok: boolean;
  status: number;
  data?: unknown;
  problem?: unknown;
  response: globalThis.Response;
}
type AnyMethod = ((input: object, options?: object) => Promise<unknown>) & {
  result(input: object, options?: object): Promise<AnyResult>;
};

/** A running mock. */
export interface Service {
  baseUrl: string;
  stop(): Promise<void>;
}

/**
 * Defines one test for each example of each documented status of each operation, with a client and
 * the mock. The cases come from the contract. The tests fail if a code, or a status with a body, has
 * no example.
 */
export function describeEveryStatus(
  name: InterfaceName,
  start: () => Promise<Service>,
  connect: (baseUrl: string) => object,
): void {
  const contract = loadContract(new URL(`../../../../specs/dist/${name}.json`, import.meta.url));
  const validate = createValidate(contract, { knownValuesOnly: true });
  let service: Service;
  let client: Record<string, AnyMethod>;
  beforeAll(async () => {
    service = await start();
    client = connect(service.baseUrl) as Record<string, AnyMethod>;
  });
  afterAll(() => service?.stop());

  it('has a method for exactly the operations of the contract', () => {
    const members = [...contract.operations.map(({ id }) => id), 'withOptions'];
    expect(Object.keys(client).sort()).toEqual(members.sort());
  });

  describe.each(contract.operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    (id, operation) => {
      const input = inputOf(operation);
      const method = () => client[id] as AnyMethod;

      it.each(cases(operation))(
        'returns %i and the example %s as documented',
        async (status, _name, example, response) => {
          const options = {
            headers: { Prefer: `code=${status}, example=${example.name}` },
            maxRetries: 0,
          };
          const result = await method().result(input, options);
          expect(result.status).toBe(status);
          expect(result.ok).toBe(status < 300);
          const body = result.ok ? result.data : result.problem;
          expect(body).toEqual(example.value);
          expect(validate(response.content?.schema ?? {}, body)).toEqual([]);
          expect(missingHeaders(response, result)).toEqual([]);
          if (result.ok) return;
          expect(problemViolations(contract, response, body as JsonObject)).toEqual([]);
          const thrown = await method()(input, options).catch((error: unknown) => error);
          expect(thrown).toBeInstanceOf(ApiError);
          expect(thrown).toMatchObject({
            status,
            code: (body as JsonObject).code,
            requestId: (body as JsonObject).request_id,
          });
        },
      );

      if (operation.conditional) {
        it('returns 304 for the ETag of the previous response', async () => {
          const first = await method().result(input);
          const ifNoneMatch = first.response.headers.get('etag');
          expect(ifNoneMatch).toMatch(/^"[^"]+"$/);
          const second = await method().result(input, { ifNoneMatch });
          expect(second).toMatchObject({ ok: false, status: 304 });
          expect(second.response.headers.get('etag')).toBe(ifNoneMatch);
        });
      }

      it('has an example for each status with a body, and for each code', () => {
        const withoutExample = operation.responses
          .filter(({ content }) => content !== undefined && content.examples.length === 0)
          .map(({ status }) => status);
        const exampleCodes = operation.responses
          .flatMap(({ content }) => content?.examples ?? [])
          .map(({ value }) => (value as JsonObject).code);
        const codes = operation.responses.flatMap((response) => response.codes);
        expect({
          withoutExample,
          codes: codes.filter((code) => !exampleCodes.includes(code)),
        }).toEqual({
          withoutExample: [],
          codes: [],
        });
      });
    },
  );
}

function cases(operation: Operation): [number, string, Example, Response][] {
  return operation.responses.flatMap((response) =>
    (response.content?.examples ?? []).map((example): [number, string, Example, Response] => [
      response.status,
      example.name,
      example,
      response,
    ]),
  );
}

/** Returns a valid input: path parameters and the first example of the request body. */
export function inputOf(operation: Operation): object {
  const inPath = operation.parameters.filter(
    (parameter) => parameter.in === 'path' && parameter.name !== 'partner_name',
  );
  const body = (operation.request?.examples[0]?.value ?? {}) as JsonObject;
  return { ...Object.fromEntries(inPath.map(({ name, example }) => [name, example])), ...body };
}

const missingHeaders = (response: Response, result: AnyResult): string[] =>
  response.headers
    .filter(({ name, required }) => required && result.response.headers.get(name) === null)
    .map(({ name }) => name);

function problemViolations(contract: Contract, response: Response, problem: JsonObject): string[] {
  const entry = contract.problems.get(String(problem.code));
  return [
    ...(response.codes.includes(String(problem.code))
      ? []
      : [`${problem.code} is not a code of this response`]),
    ...(problem.type === `${contract.docsBase}/errors#${problem.code}`
      ? []
      : [`type is ${problem.type}`]),
    ...(problem.status === entry?.status ? [] : [`status is ${problem.status}`]),
    ...(problem.retryable === entry?.retryable ? [] : [`retryable is ${problem.retryable}`]),
  ];
}
