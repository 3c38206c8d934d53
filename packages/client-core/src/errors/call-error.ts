import type { OperationDefinition } from '../contract/operation.js';

/** Properties of a call that every error has. */
export interface CallFacts {
  operation: Pick<OperationDefinition, 'id' | 'method'>;
  /** Number of attempts. */
  attempts: number;
  /** Idempotency key that every attempt sends. */
  idempotencyKey: string | undefined;
}

type Inspect = (value: unknown, options: unknown) => string;

/**
 * Base class of the errors of a call: `ApiError`, `ConnectionError`, `TimeoutError`, `AbortedError`
 * and `UnexpectedAnswerError`.
 */
export abstract class CallError extends Error {
  /** operationId of the call. */
  readonly operation: string;
  /** Number of attempts; 0 if nothing was sent. */
  readonly attempts: number;
  /** Idempotency key of a write. Call again with this key to prevent a duplicate. */
  readonly idempotencyKey: string | undefined;

  constructor(
    { operation, attempts, idempotencyKey }: CallFacts,
    message: string,
    options?: { cause: unknown },
  ) {
    super(`${operation.id}: ${message}`, options);
    this.operation = operation.id;
    this.attempts = attempts;
    this.idempotencyKey = idempotencyKey;
  }

  /**
   * Returns the members that are safe to log. `problem`, `response` and `cause` are not included,
   * because they can contain personal data.
   */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object) };
  }

  /** Makes `inspect` and `console.log` of Node.js print the stack and the members of `toJSON`. */
  [Symbol.for('nodejs.util.inspect.custom')](
    _depth: unknown,
    options: unknown,
    inspect: Inspect,
  ): string {
    return `${this.stack} ${inspect({ ...this }, options)}`;
  }
}

/** Returns advice for a call whose effect is unknown. */
export function retryAdvice({ operation, attempts, idempotencyKey }: CallFacts): string {
  if (attempts === 0) return 'Nothing was sent.';
  if (operation.method === 'get') return 'It only reads: call it again.';
  return `The call may have taken effect: ${idempotencyKey ? `call it again with idempotencyKey '${idempotencyKey}', and it happens once` : 'look before you call it again'}.`;
}

/** Returns `after 1 attempt`, `after 3 attempts`. */
export const afterAttempts = (attempts: number): string =>
  `after ${attempts} attempt${attempts === 1 ? '' : 's'}`;

/** Joins the first three items; `…` replaces the rest. */
export const firstThree = (list: readonly string[]): string =>
  `${list.slice(0, 3).join(', ')}${list.length > 3 ? ', …' : ''}`;

/** Reports whether a value is a string. */
export const isString = (value: unknown): value is string => typeof value === 'string';

/** Defines members that are not enumerable, so that they do not appear in logs. */
export function defineHidden<T extends object>(error: T, members: Partial<T>): void {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(error, name, { value });
}
