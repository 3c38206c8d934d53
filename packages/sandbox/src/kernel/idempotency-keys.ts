import { hash } from 'node:crypto';
import type { Json } from '@delivery-api/specs/contract';
import type { Collection } from './collection.ts';
import { ProblemError } from './problem-error.ts';
import { Store } from './store.ts';

const lifetimeMs = 24 * 3600 * 1000;

interface StoredKey<Outcome> {
  /** Scope and key. */
  readonly id: string;
  /** Digest of the path parameters and the body of the first request. */
  readonly digest: string;
  /** Absent while the first request is in progress. */
  readonly outcome?: Outcome;
  /** Simulated time at which the key expires, in milliseconds since 1970. */
  readonly until: number;
}

export interface IdempotencyKeysOptions {
  /** Simulated time, in milliseconds since 1970. */
  now: () => number;
  store?: Store;
  /** The name of the collection in the store. */
  name?: string;
  /** Maximum number of keys; the oldest key is evicted first. Default: unlimited. */
  limit?: number;
}

/**
 * The idempotency keys of one interface. Stores the outcome of the first request with a key for 24
 * hours of simulated time, per tenant and operation (contract: `Idempotency-Key`). A key is taken
 * after its request has passed validation. The caller stores the outcome or releases the key.
 */
export class IdempotencyKeys<Outcome> {
  readonly #keys: Collection<StoredKey<Outcome>>;
  readonly #now: () => number;

  constructor({
    now,
    store = new Store(),
    name = 'idempotency-keys',
    limit = Number.POSITIVE_INFINITY,
  }: IdempotencyKeysOptions) {
    this.#now = now;
    this.#keys = store.collection(name, { bound: { limit, group: () => 'all' } });
    // A request that was in progress when the store was saved never gets an outcome.
    for (const { id, outcome } of [...this.#keys.values()])
      if (outcome === undefined) this.#keys.delete(id);
  }

  /**
   * Returns the stored outcome for a key, or takes the key if it is new.
   *
   * @returns the outcome to replay; `undefined` for a new key
   * @param request the path parameters and the body
   * @throws {ProblemError} `idempotency_key_reused` if the request differs from the first one;
   * `idempotency_in_progress` while the first request has no outcome
   */
  take(scope: string, key: string, request: unknown): Outcome | undefined {
    this.#deleteExpired();
    const id = `${scope} ${key}`;
    const digest = digestOf(request);
    const known = this.#keys.get(id);
    if (known === undefined) {
      this.#keys.put({ id, digest, until: this.#now() + lifetimeMs });
      return undefined;
    }
    if (known.digest !== digest) {
      throw new ProblemError(
        'idempotency_key_reused',
        'Another request with a different path or body used this key. Use a new key for a new request.',
      );
    }
    if (known.outcome === undefined) {
      throw new ProblemError(
        'idempotency_in_progress',
        'The first request with this key is still in progress. Wait, then retry with the same key and body.',
        { headers: { 'Retry-After': '1' } },
      );
    }
    return known.outcome;
  }

  /** Stores the outcome of the request that took the key. */
  keep(scope: string, key: string, outcome: Outcome): void {
    const known = this.#keys.get(`${scope} ${key}`);
    if (known !== undefined) this.#keys.update(known, { outcome });
  }

  /** Releases a key whose request has no outcome to store. */
  release(scope: string, key: string): void {
    this.#keys.delete(`${scope} ${key}`);
  }

  // Keys expire in the order in which they were taken.
  #deleteExpired(): void {
    for (const { id, until } of this.#keys.values()) {
      if (until > this.#now()) return;
      this.#keys.delete(id);
    }
  }
}

/** Returns the digest of a request. The order of object members does not change the digest. */
const digestOf = (request: unknown): string =>
  hash('sha256', JSON.stringify(flatten(request as Json | undefined, [])), 'base64');

/**
 * Appends a value to a flat array, with the members of each object sorted by name. A large menu has
 * 100,000 values. Serializing a copy with sorted members would take twice as long.
 */
function flatten(value: Json | undefined, parts: Json[]): Json[] {
  if (Array.isArray(value)) {
    parts.push('array', value.length);
    for (const element of value) flatten(element, parts);
  } else if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value).sort();
    parts.push('object', names.length);
    for (const name of names) {
      parts.push(name);
      flatten(value[name], parts);
    }
  } else parts.push(value === undefined ? 'absent' : 'value', value ?? null);
  return parts;
}
