import type { OperationDefinition } from '../contract/operation.js';
import { CallError, type CallFacts } from '../errors/call-error.js';
import { AbortedError, ConnectionError, TimeoutError } from '../errors/no-response-errors.js';
import { NoResponse, type TransportResponse } from '../http/transport.js';
import { type AttemptOutcome, isRetryable, retryDelayMs } from '../retry/policy.js';
import { retryAfterSeconds } from '../retry/retry-after.js';
import type { AnyCallOptions, ClientContext } from './context.js';
import { resolveLimits } from './limits.js';
import { prepareRequest } from './prepare.js';
import { type ParsedResponse, readResponse } from './read-response.js';
import { reportAttempt } from './report-attempt.js';
import { abortedByCaller, timedOut, withTimeout } from './with-timeout.js';

/**
 * Makes one call: sends the request and retries it within the limits. All attempts send the same
 * idempotency key and the same bytes.
 *
 * @returns the last response, and the properties that an error of this call needs
 * @throws {CallError} if no response is received, or the response is not from the service
 * @throws {TypeError} if the input or an option is invalid
 */
export async function send(
  client: ClientContext,
  operation: OperationDefinition,
  input: Record<string, unknown>,
  callOptions: AnyCallOptions,
): Promise<ParsedResponse & { facts: CallFacts }> {
  const { options, transport } = client;
  const tokens = typeof client.token === 'string' ? undefined : client.token;
  const { now, random, sleep } = client.environment;
  const { signal } = callOptions;
  const limits = resolveLimits(callOptions, options);
  const idempotencyKey = operation.keyed
    ? (callOptions.idempotencyKey ?? crypto.randomUUID())
    : undefined;
  const request = prepareRequest(
    operation,
    client.boundParameters,
    input,
    callOptions,
    idempotencyKey,
  );
  const facts: CallFacts = { operation, attempts: 0, idempotencyKey };
  // Reading the clock is a large part of the time of a call, so it is read only if needed.
  const deadline = limits.deadlineMs && now() + limits.deadlineMs;
  const timeLeft = (): number => (deadline ? deadline - now() : Number.POSITIVE_INFINITY);
  const attemptTime = options.onAttempt ? now : () => 0;

  /** Runs a step within the time limits, and converts its failures to a `CallError`. */
  const withinLimits = async <T>(
    awaited: string,
    step: (stepSignal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const left = timeLeft();
    try {
      return await withTimeout(Math.min(left, limits.timeoutMs), signal, step);
    } catch (reason) {
      if (reason === abortedByCaller) throw new AbortedError(facts, signal?.reason);
      const limit = left < limits.timeoutMs ? 'deadlineMs' : 'timeoutMs';
      if (reason === timedOut)
        throw new TimeoutError(facts, limit, limits[limit] as number, awaited);
      throw reason instanceof NoResponse ? new ConnectionError(facts, reason.cause) : reason;
    }
  };

  const attempt = async (stepSignal: AbortSignal): Promise<ParsedResponse> => {
    facts.attempts++;
    const headers = [...request.headers, { Authorization: `Bearer ${token}` }];
    let response: TransportResponse;
    try {
      response = await transport({ ...request, headers, signal: stepSignal });
    } catch (reason) {
      // The error of the platform contains the header value, which can be secret.
      throw reason instanceof NoResponse
        ? reason
        : new TypeError(`${operation.id}: a header cannot be sent as it is. Nothing was sent.`);
    }
    return readResponse(facts, response, options.checkAnswer);
  };

  const requestToken = (step: () => Promise<string>): Promise<string> =>
    withinLimits('token from your function', step).catch((error) => {
      // Later calls must not wait for a request that does not end.
      if (error instanceof TimeoutError) tokens?.dropPending();
      throw error;
    });

  let token = tokens ? await requestToken(tokens.get) : (client.token as string);
  let retries = 0;
  let refreshed = false;

  const retryDelay = (outcome: AttemptOutcome, retryAfter?: number): number | undefined => {
    if (retries >= limits.maxRetries || !isRetryable(operation, outcome)) return undefined;
    const delay = retryDelayMs(retries++, retryAfter, random);
    return delay !== undefined && delay < timeLeft() ? delay : undefined;
  };

  /** Returns the delay before the next attempt; `undefined` if this attempt was the last one. */
  const delayAfter = async (outcome: ParsedResponse | CallError): Promise<number | undefined> => {
    if (outcome instanceof CallError) {
      const noResponse = outcome instanceof ConnectionError || outcome instanceof TimeoutError;
      return noResponse ? retryDelay({}) : undefined;
    }
    const { status, problem, response } = outcome.result;
    if (status === 401 && tokens && !refreshed) {
      refreshed = true;
      const newToken = await requestToken(() => tokens.refresh(token));
      if (newToken === token) return undefined;
      token = newToken;
      return 0;
    }
    return retryDelay({ status, code: problem?.code }, retryAfterSeconds(response));
  };

  for (;;) {
    if (signal?.aborted) throw new AbortedError(facts, signal.reason);
    const startedAt = attemptTime();
    let outcome: ParsedResponse | CallError;
    try {
      outcome = await withinLimits('answer', attempt);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      outcome = error;
    }
    const timing = { attempt: facts.attempts, startedAt, durationMs: attemptTime() - startedAt };
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
