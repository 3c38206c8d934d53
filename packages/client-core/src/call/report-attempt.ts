import type { OperationDefinition } from '../contract/operation.js';
import { CallError } from '../errors/call-error.js';
import type { PlatformResponse } from '../http/platform.js';
import type { AttemptReport, DeprecationReport } from '../options/reports.js';
import type { ClientContext } from './context.js';
import type { ParsedResponse } from './read-response.js';

/**
 * Calls `onAttempt` of the options and of the logger after an attempt. If the response is the first
 * one with a deprecation or removal date of the operation, also calls `onDeprecation`.
 *
 * @param retryInMs delay before the next attempt, in milliseconds; `undefined` after the last one
 */
export function reportAttempt(
  { options, reportedDeprecations }: ClientContext,
  { id, method, path }: OperationDefinition,
  outcome: ParsedResponse | CallError,
  timing: Pick<AttemptReport, 'attempt' | 'startedAt' | 'durationMs'>,
  retryInMs: number | undefined,
): void {
  const error = outcome instanceof CallError ? outcome : undefined;
  const result = outcome instanceof CallError ? undefined : outcome.result;
  const response = result?.response ?? (error as { response?: PlatformResponse }).response;
  const report: AttemptReport = {
    operation: id,
    method: method.toUpperCase(),
    path,
    ...timing,
    status: response?.status,
    code: result?.problem?.code,
    requestId: response?.headers.get('request-id') ?? undefined,
    error,
    retryInMs,
  };
  const observers = [options, options.logger];
  for (const observer of observers) notify(observer?.onAttempt, report);
  if (!response || reportedDeprecations.has(id)) return;
  const notice = parseDeprecation(id, response);
  if (!notice) return;
  reportedDeprecations.add(id);
  for (const observer of observers) notify(observer?.onDeprecation, notice);
}

/** Calls a function of the application, and ignores its errors. */
function notify<T>(hook: ((value: T) => unknown) | undefined, value: T): void {
  if (hook) (async () => hook(value))().catch(() => {});
}

/**
 * Parses `Deprecation: @1688169599` (RFC 9745), `Sunset: Sat, 31 Dec 2028 23:59:59 GMT` (RFC 8594)
 * and `Link: <…>; rel="deprecation"`.
 *
 * @returns `undefined` if the response has neither `Deprecation` nor `Sunset`
 */
function parseDeprecation(
  operation: string,
  { headers }: PlatformResponse,
): DeprecationReport | undefined {
  const deprecation = headers.get('deprecation');
  const sunset = headers.get('sunset');
  if (!(deprecation ?? sunset)) return undefined;
  return {
    operation,
    deprecatedAt: validDate(Number(deprecation?.slice(1) || Number.NaN) * 1000),
    sunsetAt: validDate(Date.parse(sunset ?? '')),
    link: /<([^>]*)>\s*;[^,]*\brel="?deprecation\b/.exec(headers.get('link') ?? '')?.[1],
  };
}

const validDate = (ms: number): Date | undefined => (Number.isNaN(ms) ? undefined : new Date(ms));
