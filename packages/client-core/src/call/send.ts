import type { OperationDefinition } from '../contract/operation.js';
import { CallError, type CallFacts } from '../errors/call-error.js';
import { LocalError } from '../errors/local-error.js';
import {
  AbortedError,
  ConnectionError,
  isBlockedPort,
  isUnsent,
  TimeoutError,
} from '../errors/no-response-errors.js';
import { NoResponse } from '../http/failures.js';
import type { FetchInit } from '../http/platform.js';
import { exchange } from '../http/transport.js';
import { type AttemptOutcome, isRetryable, retryDelayMs } from '../retry/policy.js';
import { retryAfterSeconds } from '../retry/retry-after.js';
import type { AnyCallOptions, ClientContext } from './context.js';
import { newIdempotencyKey } from './idempotency-key.js';
import { identityHeader } from './identity.js';
import { resolveLimits } from './limits.js';
import { prepareRequest } from './prepare.js';
import { type ParsedResponse, readResponse } from './read-response.js';
import { reportAttempt } from './report-attempt.js';
import { abortedByCaller, timedOut, withTimeout } from './with-timeout.js';

/**
 * Makes one call: sends the request and retries it within the limits. All attempts send the same
 * idempotency key and the same bytes.
 *
 * @returns the last response, and the properties that errors of this call have
 * @throws {CallError} if the call fails without a result, for example because the input is invalid
 * or no complete response is received
 */
export async function send(
  client: ClientContext,
  operation: OperationDefinition,
  input: Record<string, unknown>,
  callOptions: AnyCallOptions,
): Promise<ParsedResponse & { facts: CallFacts }> {
  const { options, identity } = client;
  const tokens = typeof client.token === 'string' ? undefined : client.token;
  const { now, elapsed, random, sleep } = client.environment;
  const { signal } = callOptions;
  const facts: CallFacts = {
    operation,
    attempts: 0,
    idempotencyKey: operation.keyed
      ? (callOptions.idempotencyKey ?? newIdempotencyKey())
      : undefined,
    host: client.host,
    mayHaveEffect: false,
  };
  const prepare = () => ({
    ...resolveLimits(callOptions, options),
    ...prepareRequest(client, operation, input, callOptions, facts.idempotencyKey),
  });
  let request: ReturnType<typeof prepare>;
  try {
    request = prepare();
  } catch (error) {
    throw new LocalError(facts, 'input', error);
  }
  // Reading the clock accounts for much of the client's own time in a call, so the client reads the
  // clock only if necessary.
  const deadline = request.deadlineMs && elapsed() + request.deadlineMs;
  const timeLeft = (): number => (deadline ? deadline - elapsed() : Number.POSITIVE_INFINITY);
  const observed = options.onAttempt ?? options.logger;

  /** Runs a step within the time limits, and converts its failures to a `CallError`. */
  const withinLimits = async <T>(
    source: 'token' | 'middleware',
    step: (stepSignal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const left = timeLeft();
    const limit = left < request.timeoutMs ? 'deadlineMs' : 'timeoutMs';
    try {
      return await withTimeout(Math.min(left, request.timeoutMs), signal, step);
    } catch (reason) {
      if (reason === abortedByCaller) throw new AbortedError(facts, signal?.reason);
      if (reason === timedOut) {
        const awaited = source === 'token' ? 'token from your function' : 'response';
        throw new TimeoutError(facts, limit, request[limit] as number, awaited);
      }
      if (reason instanceof NoResponse) throw new ConnectionError(facts, reason.cause);
      throw reason instanceof CallError ? reason : new LocalError(facts, source, reason);
    }
  };

  const attempt = async (stepSignal: AbortSignal): Promise<ParsedResponse> => {
    const info = { operation: operation.id, attempt: ++facts.attempts };
    const init: FetchInit = {
      method: request.method,
      headers: {
        ...(identity && identityHeader(identity, facts.attempts)),
        ...request.headers,
        authorization: `Bearer ${token}`,
      },
      body: request.body,
      signal: stepSignal,
      // Following a redirect can change a POST to a GET. The service sends no redirects, so the
      // client reports one as an unexpected response.
      redirect: 'manual',
    };
    const before = facts.mayHaveEffect;
    facts.token = token;
    facts.mayHaveEffect = true;
    try {
      const received = await exchange(client.send, request.url, init, info);
      facts.mayHaveEffect = before;
      return readResponse(facts, received, options.checkResponse);
    } catch (reason) {
      if (reason instanceof NoResponse && isUnsent(reason.cause)) facts.mayHaveEffect = before;
      throw reason;
    }
  };

  const requestToken = (step: () => Promise<string>): Promise<string> =>
    withinLimits('token', step).catch((error) => {
      // Later calls must not wait for a token request that does not end.
      if (error instanceof TimeoutError) tokens?.dropPending();
      throw error;
    });

  let token = tokens ? await requestToken(tokens.get) : (client.token as string);
  let retries = 0;
  let refreshed = false;

  const retryDelay = (outcome: AttemptOutcome): number | undefined => {
    if (retries >= request.maxRetries || !isRetryable(operation, outcome)) return undefined;
    const delay = retryDelayMs(retries++, outcome.retryAfter, random);
    return delay !== undefined && delay < timeLeft() ? delay : undefined;
  };

  /** Returns the delay before the next attempt, in milliseconds; `undefined` after the last one. */
  const delayAfter = async (outcome: ParsedResponse | CallError): Promise<number | undefined> => {
    if (outcome instanceof CallError) {
      const mayRetry =
        outcome instanceof TimeoutError ||
        (outcome instanceof ConnectionError && !isBlockedPort(outcome.cause));
      return mayRetry ? retryDelay({}) : undefined;
    }
    const { status, problem, response } = outcome.result;
    if (status === 401 && tokens && !refreshed) {
      refreshed = true;
      const newToken = await requestToken(() => tokens.refresh(token));
      if (newToken === token) return undefined;
      token = newToken;
      return 0;
    }
    const retryAfter = retryAfterSeconds(response);
    return retryDelay({
      status,
      retryable: outcome.unexpected ? undefined : problem?.retryable,
      retryAfter,
    });
  };

  for (;;) {
    if (signal?.aborted) throw new AbortedError(facts, signal.reason);
    const startedAt = observed ? now() : 0;
    const started = observed ? elapsed() : 0;
    let outcome: ParsedResponse | CallError;
    try {
      outcome = await withinLimits('middleware', attempt);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      outcome = error;
    }
    const durationMs = observed ? elapsed() - started : 0;
    const timing = { attempt: facts.attempts, startedAt, durationMs };
    const succeeded = !(outcome instanceof CallError) && outcome.result.ok;
    let delay: number | undefined;
    try {
      if (!succeeded) delay = await delayAfter(outcome);
    } finally {
      reportAttempt(client, operation, outcome, timing, delay);
    }
    if (delay === undefined) {
      if (outcome instanceof CallError) throw outcome;
      return { ...outcome, facts };
    }
    if (delay > 0) await sleep(delay, signal);
  }
}
