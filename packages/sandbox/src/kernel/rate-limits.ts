import type { Operation } from '@delivery-api/specs/contract';
import type { Collection } from './collection.ts';
import { ProblemError } from './problem-error.ts';
import { Store } from './store.ts';

interface RateWindow {
  /** Operation, type, tenant and store. */
  readonly id: string;
  /** Simulated time, in milliseconds since 1970. */
  readonly endsAt: number;
  readonly used: number;
}

/** The number of windows from which on those that have ended are deleted. */
const cleanUpSize = 10_000;

/** What a request counts for. */
export interface RateSubject {
  /** Partner or integration. */
  tenant: string;
  /** The stores of the request, for rates that count for each store. */
  stores: readonly string[];
  /** The type of the request, for an operation that has rates for single types. */
  type?: string | undefined;
}

/** The rate limits of one interface (`x-limits`), for each operation, type, tenant and store. */
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
   * Counts one request, once for each store if the rate counts for stores.
   *
   * @returns the headers `RateLimit` and `RateLimit-Policy` (draft 11); of several stores, those of
   * the one with the fewest requests left
   * @throws {ProblemError} `rate_limited`, with `Retry-After`, when a limit is reached; then nothing
   * is counted
   */
  take({ id, limits }: Operation, { tenant, stores, type }: RateSubject): Record<string, string> {
    const byType = type === undefined ? undefined : limits.rate_by_type?.[type];
    const { requests, per_seconds: seconds, per } = byType ?? limits.rate;
    const name = [id, ...(byType === undefined ? [] : [type]), tenant].join(' ');
    const names =
      per === 'store' && stores.length > 0
        ? [...new Set(stores)].map((store) => `${name} ${store}`)
        : [name];
    const windows = names.map((one) => this.#window(one, seconds * 1000));
    const window = windows.reduce((most, one) => (one.used > most.used ? one : most));
    const wait = Math.max(1, Math.ceil((window.endsAt - this.#now()) / 1000));
    const left = Math.max(0, requests - window.used - 1);
    const headers = {
      RateLimit: `"default";r=${left};t=${wait}`,
      'RateLimit-Policy': `"default";q=${requests};w=${seconds}`,
    };
    if (window.used >= requests) {
      throw new ProblemError(
        'rate_limited',
        `${id} accepts ${requests} requests in ${seconds} seconds per ${per}. Wait ${wait} seconds.`,
        { headers: { ...headers, 'Retry-After': String(wait) } },
      );
    }
    for (const one of windows) this.#windows.update(one, { used: one.used + 1 });
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
