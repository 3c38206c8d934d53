import {
  type ApiError,
  ConnectionError,
  TimeoutError,
  UnexpectedAnswerError,
} from '@delivery-api/client-core';
import type { InterfaceName, JsonObject, Operation } from '@delivery-api/specs/contract';
import { loadContract } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { inputOf } from './every-status.js';
import { timeline } from './timeline.js';

type AnyMethod = (input: object, options?: object) => Promise<unknown>;

/** What an attempt can come to, and which calls are then made again. */
interface Outcome {
  name: string;
  answer: () => Promise<Response>;
  /** `safe`: reads, and writes that carry a key. */
  repeated: 'always' | 'safe' | 'never';
  /** What the service asks for, in milliseconds. */
  retryAfterMs?: number;
  ends: (error: unknown) => void;
}

/**
 * The policy, as the clients' documentation has it. Statuses that are not in it are never repeated.
 */
const repeatedStatuses: Readonly<Record<number, Outcome['repeated']>> = {
  408: 'safe',
  429: 'always',
  500: 'safe',
  502: 'safe',
  503: 'safe',
  504: 'safe',
};
const repeatedCodes: Readonly<Record<string, Outcome['repeated']>> = {
  idempotency_in_progress: 'safe',
};

/**
 * One test for each operation and each thing that can happen to it, under a fake clock: how often
 * it is sent, when, and what the call ends with.
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
        'after %s',
        async (_, outcome) => {
          const repeated = outcome.repeated === 'always' || (outcome.repeated === 'safe' && safe);
          const { outcome: ended, ...seen } = await timeline(
            (fetch) =>
              ((connect(fetch) as Record<string, AnyMethod>)[id] as AnyMethod)(inputOf(operation)),
            outcome.answer,
          );
          const waits =
            outcome.retryAfterMs === undefined
              ? [500, 1000]
              : [outcome.retryAfterMs, outcome.retryAfterMs];
          const within = outcome.name === 'a time-out' ? 30_000 : 0;
          expect(gaps(seen.sentAt)).toEqual(repeated ? waits.map((wait) => wait + within) : []);
          expect(new Set(await Promise.all(seen.requests.map(told))).size).toBe(1);
          expect(seen.requests[0]?.headers.has('idempotency-key')).toBe(
            operation.idempotency !== 'none',
          );
          expect(seen.timersLeft).toBe(0);
          const error = 'error' in ended ? ended.error : undefined;
          outcome.ends(error);
          expect(error).toMatchObject({ operation: id, attempts: repeated ? 3 : 1 });
        },
      );

      it('is sent once when it succeeds', async () => {
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

/** All of a request that has to stay the same from one attempt to the next. */
const told = async (request: Request): Promise<string> =>
  JSON.stringify([request.method, request.url, [...request.headers], await request.text()]);

function outcomes(operation: Operation): Outcome[] {
  const is = (type: new (...args: never[]) => Error) => (error: unknown) =>
    expect(error).toBeInstanceOf(type);
  return [
    {
      name: 'no answer',
      answer: () =>
        Promise.reject(
          new TypeError('fetch failed', {
            cause: Object.assign(new Error(), { code: 'ECONNRESET' }),
          }),
        ),
      repeated: 'safe',
      ends: is(ConnectionError),
    },
    {
      name: 'a time-out',
      answer: () => new Promise(() => {}),
      repeated: 'safe',
      ends: is(TimeoutError),
    },
    {
      name: 'an answer that breaks off',
      answer: async () =>
        new Response(
          new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }),
        ),
      repeated: 'safe',
      ends: is(ConnectionError),
    },
    ...documented(operation),
    ...[400, 401, 403, 404, 408, 409, 418, 422, 429, 500, 501, 502, 503, 504, 505, 511].map(
      (status): Outcome => ({
        name: `${status} with a page`,
        answer: async () =>
          new Response('<html>', { status, headers: { 'content-type': 'text/html' } }),
        repeated: repeatedStatuses[status] ?? 'never',
        ends: is(UnexpectedAnswerError),
      }),
    ),
    ...[200, 201].map(
      (status): Outcome => ({
        name: `${status} with a page`,
        answer: async () =>
          new Response('<html>', { status, headers: { 'content-type': 'text/html' } }),
        repeated: 'never',
        ends: is(UnexpectedAnswerError),
      }),
    ),
    {
      name: 'a redirect',
      answer: async () =>
        new Response(null, { status: 307, headers: { location: 'https://elsewhere.example' } }),
      repeated: 'never',
      ends: is(UnexpectedAnswerError),
    },
  ];
}

/** Each documented refusal with its example and the headers that come with it. */
function documented(operation: Operation): Outcome[] {
  return operation.responses.flatMap(({ status, headers, content }) =>
    status < 400
      ? []
      : (content?.examples ?? []).map(({ name, value }): Outcome => {
          const problem = value as JsonObject;
          const code = String(problem.code);
          const retryAfter = headers.find(
            (header) => header.name === 'Retry-After' && (header.required || code in repeatedCodes),
          )?.example;
          return {
            name: `${status} ${name}`,
            answer: async () =>
              Response.json(problem, {
                status,
                headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
              }),
            repeated: repeatedCodes[code] ?? repeatedStatuses[status] ?? 'never',
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
