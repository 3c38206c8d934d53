import { createHash } from 'node:crypto';
import type { Json } from '@delivery-api/specs/contract';
import { ProblemError } from './problem-error.ts';

const keptFor = 24 * 3600 * 1000;

interface Entry<Answer> {
  digest: string;
  answer: Answer | undefined;
  until: number;
}

/**
 * The keys of one interface: the first answer to each, for 24 hours of sandbox time, within tenant
 * and operation (contract: `Idempotency-Key`).
 * Keys are taken once a request has passed validation; answers that may turn out differently the
 * next time (429, 5xx) are not kept.
 */
export class IdempotencyKeys<Answer> {
  readonly #entries = new Map<string, Entry<Answer>>();
  readonly #now: () => number;
  readonly #most: number;

  /** @param most how many keys are remembered; the oldest goes first */
  constructor(now: () => number, most = Number.POSITIVE_INFINITY) {
    this.#now = now;
    this.#most = most;
  }

  /**
   * Looks a key up, and takes it where it is new.
   *
   * @returns the first answer, to be repeated; `undefined` where the request is to be carried out
   * @throws {ProblemError} `idempotency_key_reused` with another body, `idempotency_in_progress` while
   * the first has no answer yet
   */
  take(scope: string, key: string, body: unknown): Answer | undefined {
    this.#forget();
    const digest = digestOf(body);
    const entry = this.#entries.get(`${scope} ${key}`);
    if (entry === undefined) {
      this.#makeRoom();
      this.#entries.set(`${scope} ${key}`, {
        digest,
        answer: undefined,
        until: this.#now() + keptFor,
      });
      return undefined;
    }
    if (entry.digest !== digest) {
      throw new ProblemError(
        'idempotency_key_reused',
        'This key was first used with another body. Use a new key for a new intention.',
      );
    }
    if (entry.answer === undefined) {
      throw new ProblemError(
        'idempotency_in_progress',
        'The first request with this key has not been answered yet.',
        { headers: { 'Retry-After': '1' } },
      );
    }
    return entry.answer;
  }

  keep(scope: string, key: string, answer: Answer): void {
    const entry = this.#entries.get(`${scope} ${key}`);
    if (entry !== undefined) entry.answer = answer;
  }

  /** Frees a key whose request had no lasting answer. */
  release(scope: string, key: string): void {
    this.#entries.delete(`${scope} ${key}`);
  }

  // Entries end in the order in which they were taken, so the old ones are in front.
  #forget(): void {
    for (const [key, { until }] of this.#entries) {
      if (until > this.#now()) return;
      this.#entries.delete(key);
    }
  }

  #makeRoom(): void {
    if (this.#entries.size < this.#most) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** The same for bodies that are equal as JSON, whatever the order of their members. */
const digestOf = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(body as Json)) ?? '')
    .digest('base64');

function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  // As pairs, because an object sorts names that look like numbers by itself.
  const members = Object.keys(value)
    .sort()
    .map((name) => [name, inOrder(value[name] as Json)]);
  return { members };
}
