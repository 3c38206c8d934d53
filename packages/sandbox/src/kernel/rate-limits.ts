import type { Operation } from '@delivery-api/specs/contract';
import { ProblemError } from './problem-error.ts';

interface Window {
  endsAt: number;
  used: number;
}

const manyWindows = 10_000;

/**
 * The rates of one interface (`x-limits`), counted for each tenant and operation in windows of
 * sandbox time.
 */
export class RateLimits {
  readonly #windows = new Map<string, Window>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts one request.
   *
   * @returns the headers `RateLimit` and `RateLimit-Policy` (draft 11) that tell what is left
   * @throws {ProblemError} `rate_limited`, with `Retry-After`, where nothing is
   */
  take(tenant: string, { id, limits }: Operation): Record<string, string> {
    const { requests, per_seconds: seconds } = limits.rate;
    const window = this.#window(`${id} ${tenant}`, seconds * 1000);
    const wait = Math.max(1, Math.ceil((window.endsAt - this.#now()) / 1000));
    const left = Math.max(0, requests - window.used - 1);
    const headers = {
      RateLimit: `"default";r=${left};t=${wait}`,
      'RateLimit-Policy': `"default";q=${requests};w=${seconds}`,
    };
    if (window.used >= requests) {
      throw new ProblemError(
        'rate_limited',
        `${id} takes ${requests} requests in ${seconds} seconds, and they are used up.`,
        { headers: { ...headers, 'Retry-After': String(wait) } },
      );
    }
    window.used += 1;
    return headers;
  }

  #window(key: string, length: number): Window {
    const now = this.#now();
    const known = this.#windows.get(key);
    if (known !== undefined && known.endsAt > now) return known;
    if (this.#windows.size >= manyWindows)
      for (const [other, { endsAt }] of this.#windows)
        if (endsAt <= now) this.#windows.delete(other);
    const fresh: Window = { endsAt: now + length, used: 0 };
    this.#windows.set(key, fresh);
    return fresh;
  }
}
