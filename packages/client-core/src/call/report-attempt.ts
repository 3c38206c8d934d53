import type { OperationDefinition } from '../contract/operation.js';
import { CallError } from '../errors/call-error.js';
import type { PlatformResponse } from '../http/platform.js';
import type { AttemptReport, DeprecationReport } from '../options/reports.js';
import type { ClientContext } from './context.js';
import type { Reading } from './read-response.js';

/**
 * Tells the hooks of the client what an attempt came to. An observer that throws does not change
 * the call.
 */
export function observe(
  { options: { onAttempt, onDeprecation }, told }: ClientContext,
  { id, method, path }: OperationDefinition,
  ended: Reading | CallError,
  timing: Pick<AttemptReport, 'attempt' | 'startedAt' | 'durationMs'>,
  retryInMs: number | undefined,
): void {
  const error = ended instanceof CallError ? ended : undefined;
  const response = (error ? (error as { response?: PlatformResponse }) : (ended as Reading).result)
    .response;
  try {
    onAttempt?.({
      operation: id,
      method: method.toUpperCase(),
      path,
      ...timing,
      status: response?.status,
      code: error ? undefined : (ended as Reading).result.problem?.code,
      requestId: response?.headers.get('request-id') ?? undefined,
      error,
      retryInMs,
    });
  } catch {}
  const notice = onDeprecation && response && !told.has(id) && deprecation(id, response);
  if (!notice) return;
  told.add(id);
  try {
    onDeprecation(notice);
  } catch {}
}

/**
 * `Deprecation: @1688169599` (RFC 9745), `Sunset: Sat, 31 Dec 2028 23:59:59 GMT` (RFC 8594), `Link:
 * <…>; rel="deprecation"`.
 */
function deprecation(
  operation: string,
  { headers }: PlatformResponse,
): DeprecationReport | undefined {
  const since = headers.get('deprecation');
  const until = headers.get('sunset');
  if (since ?? until) {
    return {
      operation,
      deprecatedAt: date(Number(since?.slice(1) || Number.NaN) * 1000),
      sunsetAt: date(Date.parse(until ?? '')),
      link: /<([^>]*)>\s*;[^,]*\brel="?deprecation\b/.exec(headers.get('link') ?? '')?.[1],
    };
  }
  return undefined;
}

const date = (ms: number): Date | undefined => (Number.isNaN(ms) ? undefined : new Date(ms));
