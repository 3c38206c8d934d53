import type { AttemptReport } from '@delivery-api/lastmile-client';
import { SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

/**
 * Returns an `onAttempt` hook that creates one client span for each attempt, with the OpenTelemetry
 * conventions for HTTP. The parent is the active span of the call. The spans contain no resource
 * IDs, tokens or bodies. They also omit error messages, which can contain the idempotency key.
 *
 * @example createLastmileClient({ …, onAttempt: attemptSpans() })
 */
export function attemptSpans(
  tracer: Tracer = trace.getTracer('delivery-api'),
): (attempt: AttemptReport) => void {
  return ({
    operation,
    method,
    path,
    attempt,
    startedAt,
    durationMs,
    status,
    code,
    requestId,
    error,
    retryInMs,
  }) => {
    const failed = error !== undefined || (status ?? 0) >= 400;
    const span = tracer.startSpan(`${method} ${path}`, {
      kind: SpanKind.CLIENT,
      startTime: startedAt,
      attributes: {
        'http.request.method': method,
        'url.template': path,
        'http.request.resend_count': attempt - 1,
        'delivery_api.operation': operation,
        ...(status !== undefined && { 'http.response.status_code': status }),
        ...(requestId !== undefined && { 'delivery_api.request_id': requestId }),
        ...(retryInMs !== undefined && { 'delivery_api.retry_in_ms': retryInMs }),
        ...(failed && { 'error.type': code ?? error?.name ?? String(status) }),
      },
    });
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(startedAt + durationMs);
  };
}
