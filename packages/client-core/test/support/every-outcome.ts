import {
  type ApiError,
  ConnectionError,
  TimeoutError,
  UnexpectedResponseError,
} from '@delivery-api/client-core';
import type { InterfaceName, JsonObject, Operation } from '@delivery-api/specs/contract';
import { loadContract } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { inputOf } from './every-status.js';
import { timeline } from './timeline.js';

type AnyMethod = (input: object, options?: object) => Promise<unknown>;

/** An outcome of an attempt, and the kinds of calls that are retried after it. */
interface Outcome {
  name: string;
  respond: () => Promise<Response>;
  /** `safe`: reads, and writes with an idempotency key. */
  retried: 'always' | 'safe' | 'never';
  /** `Retry-After` of the response, in milliseconds. */
  retryAfterMs?: number;
  /** Checks the error with which the call ends. */
  ends: (error: unknown) => void;
}

/** The documented retry policy for the statuses of temporary failures. */
const retriedStatuses: Readonly<Record<number, Outcome['retried']>> = {
  408: 'safe',
  425: 'safe',
  429: 'always',
  500: 'safe',
  502: 'safe',
  503: 'safe',
  504: 'safe',
  520: 'safe',
  521: 'safe',
  522: 'safe',
  523: 'safe',
  524: 'safe',
};

/**
 * Defines one test for each operation and outcome, with a fake clock. Each test checks the number and
 * times of the attempts, and the error of the call.
 */
export function describeEveryOutcome(
  name: InterfaceName,
  connect: (fetch: typeof globalThis.fetch) => object,
): void {
  const { operations } = loadContract(
    new URL(`../../../../specs/dist/${name}.json`, import.meta.url),
  );

  describe.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    (id, operation) => {
      const safe = operation.method === 'get' || operation.idempotency !== 'none';

      it.each(outcomes(operation).map((outcome) => [outcome.name, outcome] as const))(
        'follows the retry policy after %s',
        async (_, outcome) => {
          const retried = outcome.retried === 'always' || (outcome.retried === 'safe' && safe);
          const { outcome: ended, ...seen } = await timeline(
            (fetch) =>
              ((connect(fetch) as Record<string, AnyMethod>)[id] as AnyMethod)(inputOf(operation)),
            outcome.respond,
          );
          const waits =
            outcome.retryAfterMs === undefined
              ? [500, 1000]
              : [outcome.retryAfterMs, outcome.retryAfterMs];
          const within = outcome.name === 'a timeout' ? 30_000 : 0;
          expect(gaps(seen.sentAt)).toEqual(retried ? waits.map((wait) => wait + within) : []);
          expect(new Set(await Promise.all(seen.requests.map(serialize))).size).toBe(1);
          expect(seen.requests[0]?.headers.has('idempotency-key')).toBe(
            operation.idempotency !== 'none',
          );
          expect(seen.timersLeft).toBe(0);
          const error = 'error' in ended ? ended.error : undefined;
          outcome.ends(error);
          expect(error).toMatchObject({ operation: id, attempts: retried ? 3 : 1 });
        },
      );

      it('sends one request if the first attempt succeeds', async () => {
        const { sentAt, timersLeft } = await timeline(
          (fetch) =>
            ((connect(fetch) as Record<string, AnyMethod>)[id] as AnyMethod)(inputOf(operation)),
          async () => Response.json({}),
        );
        expect({ sentAt, timersLeft }).toEqual({ sentAt: [0], timersLeft: 0 });
      });
    },
  );
}

const gaps = (times: number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0));

/** Serializes the parts of a request that must be the same in every attempt. */
const serialize = async (request: Request): Promise<string> =>
  JSON.stringify([
    request.method,
    request.url,
    [...request.headers].filter(([name]) => name !== 'user-agent'),
    await request.text(),
  ]);

function outcomes(operation: Operation): Outcome[] {
  const is = (type: new (...args: never[]) => Error) => (error: unknown) =>
    expect(error).toBeInstanceOf(type);
  return [
    {
      name: 'no response',
      respond: () =>
        Promise.reject(
          new TypeError('fetch failed', {
            cause: Object.assign(new Error(), { code: 'ECONNRESET' }),
          }),
        ),
      retried: 'safe',
      ends: is(ConnectionError),
    },
    {
      name: 'a timeout',
      respond: () => new Promise(() => {}),
      retried: 'safe',
      ends: is(TimeoutError),
    },
    {
      name: 'an incomplete response',
      respond: async () =>
        new Response(
          new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }),
        ),
      retried: 'safe',
      ends: is(ConnectionError),
    },
    ...documented(operation),
    ...[
      400, 401, 403, 404, 408, 409, 418, 422, 425, 429, 500, 501, 502, 503, 504, 505, 511, 520, 521,
      522, 523, 524, 525,
    ].map(
      (status): Outcome => ({
        name: `${status} with an HTML page`,
        respond: async () =>
          new Response('<html>', { status, headers: { 'content-type': 'text/html' } }),
        retried: retriedStatuses[status] ?? 'never',
        ends: is(UnexpectedResponseError),
      }),
    ),
    ...[200, 201].map(
      (status): Outcome => ({
        name: `${status} with an HTML page`,
        respond: async () =>
          new Response('<html>', { status, headers: { 'content-type': 'text/html' } }),
        retried: 'never',
        ends: is(UnexpectedResponseError),
      }),
    ),
    {
      name: 'a redirect',
      respond: async () =>
        new Response(null, { status: 307, headers: { location: 'https://elsewhere.example' } }),
      retried: 'never',
      ends: is(UnexpectedResponseError),
    },
  ];
}

/** Returns an outcome for each example of a documented problem, with the documented `Retry-After`. */
function documented(operation: Operation): Outcome[] {
  return operation.responses.flatMap(({ status, headers, content }) =>
    status < 400
      ? []
      : (content?.examples ?? []).map(({ name, value }): Outcome => {
          const problem = value as JsonObject;
          const code = String(problem.code);
          const { retryable } = problem;
          const retryAfter = headers.find(
            (header) => header.name === 'Retry-After' && (header.required || retryable),
          )?.example;
          const byHeader = retryable && retryAfter !== undefined ? 'safe' : 'never';
          return {
            name: `${status} ${name}`,
            respond: async () =>
              Response.json(problem, {
                status,
                headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
              }),
            retried: retryable ? (retriedStatuses[status] ?? byHeader) : 'never',
            ...(retryAfter !== undefined && { retryAfterMs: Number(retryAfter) * 1000 }),
            ends: (error) =>
              expect(error).toMatchObject({
                name: 'ApiError',
                status,
                code,
              } satisfies Partial<ApiError>),
          };
        }),
  );
}
