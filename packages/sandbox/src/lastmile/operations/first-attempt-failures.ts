import type { JsonObject } from '@delivery-api/specs/contract';
import type { Command } from '../../kernel/command.ts';
import { ProblemError } from '../../kernel/problem-error.ts';

const remembered = 1_000;

/**
 * The scenarios in which a first attempt fails: the same request is refused once, and the next time
 * carried out.
 */
export class FirstAttemptFailures {
  readonly #met = new Set<string>();

  /** @throws {ProblemError} `service_unavailable` or `rate_limited`, each with `Retry-After` */
  meet(partner: string, { operation, body }: Command): void {
    const scenario = (body as JsonObject).test_scenario;
    if (scenario !== 'unavailable_then_success' && scenario !== 'rate_limited') return;
    const attempt = `${partner} ${operation.id} ${JSON.stringify(body)}`;
    if (this.#met.delete(attempt)) return;
    this.#met.add(attempt);
    const [oldest] = this.#met;
    if (oldest !== undefined && this.#met.size > remembered) this.#met.delete(oldest);
    const again = 'The scenario of this request lets its first attempt fail; send it again.';
    if (scenario === 'unavailable_then_success')
      throw new ProblemError('service_unavailable', again, { headers: { 'Retry-After': '1' } });
    const { requests, per_seconds: seconds } = operation.limits.rate;
    throw new ProblemError('rate_limited', again, {
      headers: {
        'Retry-After': '1',
        RateLimit: '"default";r=0;t=1',
        'RateLimit-Policy': `"default";q=${requests};w=${seconds}`,
      },
    });
  }

  clear(): void {
    this.#met.clear();
  }
}
