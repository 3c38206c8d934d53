import type { OperationDefinition } from '../contract/operation.js';
import { CallError, type CallFacts } from '../errors/call-error.js';
import { AbortedError, ConnectionError, TimeoutError } from '../errors/no-response-errors.js';
import { NoAnswer, type TransportAnswer } from '../http/transport.js';
import { mayRepeat, type Outcome, waitBefore } from '../retry/policy.js';
import { retryAfterOf } from '../retry/retry-after.js';
import type { AnyOptions, ClientContext } from './context.js';
import { limitsOf } from './limits.js';
import { prepare } from './prepare.js';
import { type Reading, readAnswer } from './read-response.js';
import { observe } from './report-attempt.js';
import { callerAborted, limited, timeUp } from './with-timeout.js';

/**
 * Makes one call: as many attempts as the contract and the limits allow, all with the same key and
 * the same bytes.
 *
 * @returns the last answer, and what an error about it has to know
 * @throws {CallError} when there was no answer, or none of the service's
 * @throws {TypeError} when the input or an option cannot be sent
 */
export async function send(
  client: ClientContext,
  operation: OperationDefinition,
  input: Record<string, unknown>,
  callOptions: AnyOptions,
): Promise<Reading & { facts: CallFacts }> {
  const { options, transport } = client;
  const tokens = typeof client.token === 'string' ? undefined : client.token;
  const { now, random, sleep } = client.surroundings;
  const { signal } = callOptions;
  const limits = limitsOf(callOptions, options);
  const idempotencyKey = operation.keyed
    ? (callOptions.idempotencyKey ?? crypto.randomUUID())
    : undefined;
  const request = prepare(operation, client.bound, input, callOptions, idempotencyKey);
  const facts: CallFacts = { operation, attempts: 0, idempotencyKey };
  // Reading a clock can cost more than all else here; it is read only where something depends on
  // it.
  const deadline = limits.deadlineMs && now() + limits.deadlineMs;
  const timeLeft = (): number => (deadline ? deadline - now() : Number.POSITIVE_INFINITY);
  const time = options.onAttempt ? now : () => 0;

  /**
   * Runs a step within the time that is left. What ends it from outside comes out as an error of
   * the family.
   */
  const within = async <T>(
    awaited: string,
    step: (stepSignal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const left = timeLeft();
    try {
      return await limited(Math.min(left, limits.timeoutMs), signal, step);
    } catch (reason) {
      if (reason === callerAborted) throw new AbortedError(facts, signal?.reason);
      const limit = left < limits.timeoutMs ? 'deadlineMs' : 'timeoutMs';
      if (reason === timeUp) throw new TimeoutError(facts, limit, limits[limit] as number, awaited);
      throw reason instanceof NoAnswer ? new ConnectionError(facts, reason.cause) : reason;
    }
  };

  const attempt = async (stepSignal: AbortSignal): Promise<Reading> => {
    facts.attempts++;
    const headers = [...request.headers, { Authorization: `Bearer ${token}` }];
    let answer: TransportAnswer;
    try {
      answer = await transport({ ...request, headers, signal: stepSignal });
    } catch (reason) {
      // The platform's complaint about a header repeats its value, which may be secret.
      throw reason instanceof NoAnswer
        ? reason
        : new TypeError(`${operation.id}: a header cannot be sent as it is. Nothing was sent.`);
    }
    return readAnswer(facts, answer, options.checkAnswer);
  };

  const ask = (step: () => Promise<string>): Promise<string> =>
    within('token from your function', step).catch((error) => {
      // Whoever hangs once would otherwise be waited for by every later call.
      if (error instanceof TimeoutError) tokens?.forget();
      throw error;
    });

  let token = tokens ? await ask(tokens.get) : (client.token as string);
  let retries = 0;
  let renewed = false;

  const repetition = (outcome: Outcome, retryAfter?: number): number | undefined => {
    if (retries >= limits.maxRetries || !mayRepeat(operation, outcome)) return undefined;
    const wait = waitBefore(retries++, retryAfter, random);
    return wait !== undefined && wait < timeLeft() ? wait : undefined;
  };

  /** How long to wait before the next attempt; `undefined` when this was the last one. */
  const nextIn = async (ended: Reading | CallError): Promise<number | undefined> => {
    if (ended instanceof CallError) {
      const unanswered = ended instanceof ConnectionError || ended instanceof TimeoutError;
      return unanswered ? repetition({}) : undefined;
    }
    const { status, problem, response } = ended.result;
    if (status === 401 && tokens && !renewed) {
      renewed = true;
      const other = await ask(() => tokens.renew(token));
      if (other === token) return undefined;
      token = other;
      return 0;
    }
    return repetition({ status, code: problem?.code }, retryAfterOf(response));
  };

  for (;;) {
    if (signal?.aborted) throw new AbortedError(facts, signal.reason);
    const startedAt = time();
    let ended: Reading | CallError;
    try {
      ended = await within('answer', attempt);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      ended = error;
    }
    const timing = { attempt: facts.attempts, startedAt, durationMs: time() - startedAt };
    const done = !(ended instanceof CallError) && ended.result.ok;
    let wait: number | undefined;
    try {
      if (!done) wait = await nextIn(ended);
    } finally {
      observe(client, operation, ended, timing, wait);
    }
    if (wait === undefined) {
      if (ended instanceof CallError) throw ended;
      return { ...ended, facts };
    }
    if (wait > 0) await sleep(wait, signal);
  }
}
