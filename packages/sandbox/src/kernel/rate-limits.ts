import type { Operation } from '@delivery-api/specs/contract';
import type { Collection } from './collection.ts';
import { ProblemError } from './problem-error.ts';
import { Store } from './store.ts';

interface RateWindow {
  /** Operation and tenant. */
  readonly id: string;
  /** Simulated time, in milliseconds since 1970. */
  readonly endsAt: number;
  readonly used: number;
}

/** The number of windows from which on those that have ended are deleted. */
const cleanUpSize = 10_000;

/** The rate limits of one interface (`x-limits`), for each tenant and operation. */
export class RateLimits {
  readonly #windows: Collection<RateWindow>;
  readonly #now: () => number;

  /**
   * @param now simulated time, in milliseconds since 1970
   * @param name the name of the collection in the store
   */
  constructor(now: () => number, store = new Store(), name = 'rate-limits') {
    this.#now = now;
    this.#windows = store.collection(name);
  }

  /**
   * Counts one request.
   *
   * @returns the headers `RateLimit` and `RateLimit-Policy` (draft 11)
   * @throws {ProblemError} `rate_limited`, with `Retry-After`, when the limit is reached
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
    this.#windows.update(window, { used: window.used + 1 });
    return headers;
  }

  #window(id: string, milliseconds: number): RateWindow {
    const now = this.#now();
    const known = this.#windows.get(id);
    if (known !== undefined && known.endsAt > now) return known;
    if (this.#windows.size >= cleanUpSize)
      for (const { id: other, endsAt } of this.#windows.values())
        if (endsAt <= now) this.#windows.delete(other);
    return this.#windows.put({ id, endsAt: now + milliseconds, used: 0 });
  }
}
