import { InputError } from '../http/failures.js';
import { CallError, type CallFacts, retryAdvice } from './call-error.js';

/**
 * The call failed on your side: an argument is invalid (`source: 'input'`), or a function that you
 * passed threw an error or returned an invalid token. `cause` is the error.
 */
export class LocalError extends CallError {
  static override readonly kind: string = 'LocalError';
  declare readonly name: 'LocalError';
  /** `input`, or the option whose function threw the error or returned an invalid token. */
  declare readonly source: 'input' | 'token' | 'middleware' | 'checkResponse';

  constructor(facts: CallFacts, source: LocalError['source'], cause: unknown) {
    // The message of any other error can contain a secret.
    const what =
      cause instanceof InputError ? cause.message : `${source} threw; \`cause\` is the error`;
    super(facts, `${what}. ${retryAdvice(facts)}`, { cause });
    Object.assign(this, { source });
  }
}
