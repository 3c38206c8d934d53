import type { OperationDefinition } from '../contract/operation.js';
import { printable } from './text.js';

/** Properties of a call that every error has. */
export interface CallFacts {
  operation: Pick<OperationDefinition, 'id' | 'method'>;
  /** Number of attempts. */
  attempts: number;
  /** Idempotency key that every attempt sends. */
  idempotencyKey: string | undefined;
  /** Host of the base URL. */
  host?: string | undefined;
  /** Token of the last attempt, which error messages must not contain. */
  token?: string | undefined;
  /** Whether an attempt may have been processed. */
  mayHaveEffect?: boolean | undefined;
}

type Inspect = (value: unknown, options: unknown) => string;

const kindKey = Symbol.for('@delivery-api/client-core/kind');

/**
 * Base class of the errors of a call: `ApiError`, `ConnectionError`, `TimeoutError`, `AbortedError`,
 * `UnexpectedResponseError` and `LocalError`. `instanceof` also recognizes errors of another copy of
 * this package, such as its CommonJS build.
 */
export abstract class CallError extends Error {
  /** `name` of the errors of this class, the same in every copy of this package. */
  static readonly kind: string = 'CallError';
  /** operationId of the call. */
  declare readonly operation: string;
  /** Number of attempts; 0 if nothing was sent. */
  declare readonly attempts: number;
  /** Idempotency key of a write. Call again with this key to prevent a duplicate. */
  declare readonly idempotencyKey: string | undefined;

  constructor(
    { operation, attempts, idempotencyKey, token }: CallFacts,
    message: string,
    options?: { cause: unknown },
  ) {
    const text = printable(`${operation.id}: ${message}`);
    super(token ? text.replaceAll(token, '[token]') : text, options);
    Object.assign(this, {
      name: new.target.kind,
      operation: operation.id,
      attempts,
      idempotencyKey,
    });
    defineHidden<object>(this, { [kindKey]: new.target.kind });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: `this` is the class on the right of `instanceof`.
    return isInstance(this, value);
  }

  /**
   * Returns the members that are safe to log, as a plain object. `problem`, `response`, `bodyText`
   * and `cause` are not included, because they can contain personal data. To send an error to
   * another thread, send this object: `structuredClone` of an error drops its members.
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

function isInstance(type: typeof CallError, value: unknown): boolean {
  const kind = (value as { [kindKey]?: string } | null | undefined)?.[kindKey];
  // A subclass outside this package inherits `kind`, and is recognized as usual.
  return Object.hasOwn(type, 'kind')
    ? kind === type.kind || (kind !== undefined && type.kind === 'CallError')
    : // biome-ignore lint/suspicious/noPrototypeBuiltins: the prototype is that of this class.
      type.prototype.isPrototypeOf(value as object);
}

/** Returns advice for a call whose effect is unknown. */
export function retryAdvice({
  operation,
  attempts,
  idempotencyKey,
  mayHaveEffect = true,
}: CallFacts): string {
  if (attempts === 0) return 'Nothing was sent.';
  if (operation.method === 'get') return 'It only reads: call it again.';
  if (!mayHaveEffect) return 'It had no effect.';
  return `The call may have taken effect: ${idempotencyKey ? `call it again with idempotencyKey '${idempotencyKey}', and it happens once` : 'check before you call it again'}.`;
}

/** Returns `after 1 attempt`, `after 3 attempts`. */
export const afterAttempts = (attempts: number): string =>
  `after ${attempts} attempt${attempts === 1 ? '' : 's'}`;

/** Defines members that are not enumerable, so that they do not appear in logs. */
export function defineHidden<T extends object>(error: T, members: Partial<T>): void {
  for (const name of Reflect.ownKeys(members))
    Object.defineProperty(error, name, { value: members[name as keyof T] });
}
