/** Signals that no complete response was received. `cause` is the error of the platform. */
export class NoResponse {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/** Signals that middleware threw. `cause` is what it threw. */
export class MiddlewareFailure extends NoResponse {}

/** An argument or option is invalid. The message never contains secrets. */
export class InputError extends TypeError {}
