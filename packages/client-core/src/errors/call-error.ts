import type { OperationDefinition } from '../contract/operation.js';
import { printable } from './text.js';

/** Properties of a call that its errors contain, or use in their messages. */
export interface CallFacts {
  operation: Pick<OperationDefinition, 'id' | 'method'>;
  /** Number of attempts. */
  attempts: number;
  /** Idempotency key that every attempt sends. */
  idempotencyKey: string | undefined;
  /** Host of the base URL. */
  host?: string | undefined;
  /** Token of the last attempt. Error messages must not contain it. */
  token?: string | undefined;
  /** Whether an attempt may have been processed. */
  mayHaveEffect?: boolean | undefined;
}

type Inspect = (value: unknown, options: unknown) => string;

const kindKey = Symbol.for('@delivery-api/client-core/kind');

/**
 * Base class of the errors of a call: `ApiError`, `ConnectionError`, `TimeoutError`,
 * `AbortedError`, `UnexpectedResponseError` and `LocalError`. `instanceof` also recognizes errors
 * from a second copy of this package, such as its CommonJS build.
 */
export abstract class CallError extends Error {
  /** `name` of the errors of this class, the same in every copy of this package. */
  static readonly kind: string = 'CallError';
  /** operationId of the call. */
  declare readonly operation: string;
  /** Number of attempts; 0 if the call failed before the first attempt. */
  declare readonly attempts: number;
  /**
   * Idempotency key of a write; `undefined` for a read. To repeat the call without a duplicate, pass
   * this key.
   */
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
   * Returns a plain object with the properties that are safe to log. `problem`, `response`,
   * `bodyText` and `cause` are not included, because they can contain personal data. To send an
   * error to another thread, send this object: `structuredClone` removes the properties of an
   * error.
   */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object) };
  }

  /**
   * Makes `inspect` and `console.log` of Node.js print the stack and the properties of `toJSON`.
   */
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
  // A subclass outside this package inherits `kind`. The prototype chain identifies it.
  return Object.hasOwn(type, 'kind')
    ? kind === type.kind || (kind !== undefined && type.kind === 'CallError')
    : // biome-ignore lint/suspicious/noPrototypeBuiltins: the prototype is that of this class.
      type.prototype.isPrototypeOf(value as object);
}

/** Returns the sentence of an error message that states whether the call can be repeated. */
export function retryAdvice({
  operation,
  attempts,
  idempotencyKey,
  mayHaveEffect = true,
}: CallFacts): string {
  if (attempts === 0) return 'Nothing was sent.';
  if (operation.method === 'get') return 'You can repeat this read.';
  if (!mayHaveEffect) return 'The call had no effect.';
  return `The call may have taken effect. ${idempotencyKey ? `To prevent a duplicate, repeat it with idempotencyKey '${idempotencyKey}'` : 'Check its effect before you repeat it'}.`;
}

/** Returns `after 1 attempt`, `after 3 attempts`. */
export const afterAttempts = (attempts: number): string =>
  `after ${attempts} attempt${attempts === 1 ? '' : 's'}`;

/** Defines properties that are not enumerable, so that logs do not contain them. */
export function defineHidden<T extends object>(error: T, members: Partial<T>): void {
  for (const name of Reflect.ownKeys(members))
    Object.defineProperty(error, name, { value: members[name as keyof T] });
}
