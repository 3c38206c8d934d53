/** Signals that the client received no complete response. `cause` is the error of the platform. */
export class NoResponse {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/** Signals that middleware threw an error. `cause` is this error. */
export class MiddlewareFailure extends NoResponse {}

/** Signals that an argument or option is invalid. The message never contains secrets. */
export class InputError extends TypeError {}
