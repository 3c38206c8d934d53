import type { JsonObject } from '@delivery-api/specs/contract';
import type { Command } from '../../kernel/command.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';

/**
 * Rejects the first attempt of a request if its scenario requires this. The next request with the
 * same body counts as its retry and is not rejected.
 *
 * @throws {ProblemError} `service_unavailable` or `rate_limited`, each with `Retry-After`
 */
export function failFirstAttempt(
  { state: { firstAttemptFailures: failures } }: LastmileContext,
  partner: string,
  { operation, body }: Command,
): void {
  const scenario = (body as JsonObject).test_scenario;
  if (scenario !== 'unavailable_then_success' && scenario !== 'rate_limited') return;
  const id = `${partner} ${operation.id} ${JSON.stringify(body)}`;
  if (failures.delete(id)) return;
  failures.put({ id });
  const detail = 'The scenario of this request makes the first attempt fail. Retry the request.';
  const headers = { 'Retry-After': '1' };
  if (scenario === 'unavailable_then_success')
    throw new ProblemError('service_unavailable', detail, { headers });
  const { requests, per_seconds: seconds } = operation.limits.rate;
  throw new ProblemError('rate_limited', detail, {
    headers: {
      ...headers,
      RateLimit: '"default";r=0;t=1',
      'RateLimit-Policy': `"default";q=${requests};w=${seconds}`,
    },
  });
}
