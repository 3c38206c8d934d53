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

/** Number of windows at which expired windows are deleted. */
const cleanUpSize = 10_000;

/** The tenant, stores and type for which a request is counted. */
export interface RateSubject {
  /** The partner or integration. */
  tenant: string;
  /** The stores of the request, for rate limits that apply per store. */
  stores: readonly string[];
  /** The type of the request, for operations with rate limits per type. */
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
   * Counts a request. If the rate limit applies per store, counts it once for each store.
   *
   * @returns the `RateLimit` and `RateLimit-Policy` headers (draft 11). For several stores, they
   * describe the store with the fewest remaining requests.
   * @throws {ProblemError} `rate_limited` with `Retry-After` if a limit is reached. The request is
   * then not counted.
   */
  take({ id, limits }: Operation, { tenant, stores, type }: RateSubject): Record<string, string> {
    const byTypes = limits.rate_by_type ?? {};
    // The type comes from the request, which is not validated yet.
    const byType = type !== undefined && Object.hasOwn(byTypes, type) ? byTypes[type] : undefined;
    const { requests, per_seconds: seconds, per } = byType ?? limits.rate;
    const name = [id, ...(byType === undefined ? [] : [type]), tenant].join(' ');
    const names =
      per === 'store' && stores.length > 0
        ? [...new Set(stores)].map((store) => `${name} ${store}`)
        : [name];
    const windows = names.map((windowName) => this.#window(windowName, seconds * 1000));
    const window = windows.reduce((most, next) => (next.used > most.used ? next : most));
    const kind = byType === undefined ? '' : ` with the type ${type}`;
    const wait = Math.max(1, Math.ceil((window.endsAt - this.#now()) / 1000));
    const left = Math.max(0, requests - window.used - 1);
    const headers = {
      RateLimit: `"default";r=${left};t=${wait}`,
      'RateLimit-Policy': `"default";q=${requests};w=${seconds}`,
    };
    if (window.used >= requests) {
      throw new ProblemError(
        'rate_limited',
        `${id} accepts at most ${requests} requests${kind} in ${seconds} seconds per ${per}. Wait ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
        { headers: { ...headers, 'Retry-After': String(wait) } },
      );
    }
    for (const counted of windows) this.#windows.update(counted, { used: counted.used + 1 });
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
