import type { Choice } from '@delivery-api/sandbox/kernel/command.ts';
import type { OwnAnswer } from '@delivery-api/sandbox/kernel/mode.ts';
import type { Operation } from '@delivery-api/specs/contract';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import {
  createInstance,
  type IHttpConfig,
  type IHttpRequest,
  type IHttpResponse,
  ProblemJsonError,
} from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';
import { silentLogger } from './silent-logger.ts';

/** A question for Prism: a request to an operation that has already been found. */
export interface Question<Context> {
  operation: Operation;
  prismOperation: IHttpOperation;
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: unknown;
  choice: Choice | undefined;
  /** Is handed on to the answerer as it is. */
  context: Context;
}

/**
 * What a mode does with a request once Prism has judged it. `undefined` leaves the answer to the
 * contract's examples. It may throw a refusal.
 */
export type Answerer<Context> = (
  context: Context,
  violations: readonly IPrismDiagnostic[],
) => Promise<OwnAnswer | undefined>;

export interface PrismAnswer {
  response: IHttpResponse;
  /** Whether the answerer made it, not Prism from an example. */
  isOwn: boolean;
  /** What the contract finds wrong with the answer. */
  violations: IPrismDiagnostic[];
}

interface Input<Context> extends IHttpRequest {
  context: Context;
  isOwn: boolean;
}

const right = <T>(value: T) => ({ _tag: 'Right' as const, right: value });
const left = (error: unknown) => ({ _tag: 'Left' as const, left: error as Error });
// Prism answers from its examples when a proxied server says 501, and only then.
const leaveItToTheExamples = new ProblemJsonError(
  'https://stoplight.io/prism/errors#UPSTREAM_NOT_IMPLEMENTED',
  'Not implemented',
  501,
  '',
);

/**
 * Puts Prism behind an answerer: Prism validates request and answer and serves examples; the
 * answerer decides in between.
 * Prism works as its own proxy for that, because only then it hands over what it found (`errors:
 * true`).
 *
 * @param checksAnswers whether Prism holds answers against the contract as well
 */
export function createEngine<Context>(
  answerer: Answerer<Context>,
  checksAnswers: boolean,
): (question: Question<Context>) => Promise<PrismAnswer> {
  const config: IHttpConfig = {
    isProxy: true,
    upstream: new URL('http://mock.invalid'),
    upstreamProxy: undefined,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: checksAnswers,
    errors: true,
    mock: { dynamic: false },
  };
  const prism = createInstance(config, {
    logger: silentLogger,
    route: ({ resources }) => right(resources[0] as IHttpOperation),
    forward:
      ({ data, validations }) =>
      () =>
      async () => {
        const input = data as Input<Context>;
        try {
          const answer = await answerer(input.context, validations);
          if (answer === undefined) return left(leaveItToTheExamples);
          input.isOwn = true;
          return right({
            statusCode: answer.status,
            headers: { ...answer.headers, 'content-type': 'application/json' },
            body: answer.body,
          });
        } catch (error) {
          return left(error);
        }
      },
  });
  return async ({ operation, prismOperation, path, headers, body, choice, context }) => {
    const input: Input<Context> = {
      method: operation.method,
      url: { path, query: {} },
      headers,
      body,
      context,
      isOwn: false,
    };
    const mock = {
      dynamic: false,
      mediaTypes: ['application/json', 'application/problem+json'],
      ...(choice !== undefined && { code: choice.status }),
      ...(choice?.example !== undefined && { exampleKey: choice.example }),
    };
    const result = await prism.request(input, [prismOperation], { ...config, mock })();
    if (result._tag === 'Left') throw result.left;
    return {
      response: result.right.output,
      isOwn: input.isOwn,
      violations: result.right.validations.output,
    };
  };
}
