import type { OperationDefinition } from '../contract/operation.js';

/** What every error knows of its call. */
export interface CallFacts {
  operation: Pick<OperationDefinition, 'id' | 'method'>;
  /** How often the request was sent. */
  attempts: number;
  /** The key that every attempt carried. */
  idempotencyKey: string | undefined;
}

type Inspect = (value: unknown, options: unknown) => string;

/**
 * A call that did not give its data. Its kinds: `ApiError`, `ConnectionError`, `TimeoutError`,
 * `AbortedError`, `UnexpectedAnswerError`.
 */
export abstract class CallError extends Error {
  /** The operationId of the call. */
  readonly operation: string;
  /** How often the request was sent; 0 when nothing was. */
  readonly attempts: number;
  /**
   * The key of a write. Call again with it, and what may have happened already does not happen
   * twice.
   */
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
   * What a logger gets: the enumerable members, which are all facts of the call. `problem`,
   * `response` and `cause` are none of them.
   */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object) };
  }

  /** What Node's `inspect` and `console.log` show: the stack and the same facts. */
  [Symbol.for('nodejs.util.inspect.custom')](
    _depth: unknown,
    options: unknown,
    inspect: Inspect,
  ): string {
    return `${this.stack} ${inspect({ ...this }, options)}`;
  }
}

/** What to do when it is not known whether the service did what it was asked. */
export function whatNext({ operation, attempts, idempotencyKey }: CallFacts): string {
  if (attempts === 0) return 'Nothing was sent.';
  if (operation.method === 'get') return 'It only reads: call it again.';
  return `The call may have taken effect: ${idempotencyKey ? `call it again with idempotencyKey '${idempotencyKey}', and it happens once` : 'look before you call it again'}.`;
}

/** `after 1 attempt`, `after 3 attempts`. */
export const afterAttempts = (attempts: number): string =>
  `after ${attempts} attempt${attempts === 1 ? '' : 's'}`;

/** The first three of a list, and whether there are more. */
export const few = (list: readonly string[]): string =>
  `${list.slice(0, 3).join(', ')}${list.length > 3 ? ', …' : ''}`;

/** Whether something can go into a message as it is. */
export const isText = (value: unknown): value is string => typeof value === 'string';

/** Sets members that are there for the program, and not for a log. */
export function hide<T extends object>(error: T, members: Partial<T>): void {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(error, name, { value });
}
