/**
 * A problem that the user of a command can fix. The message states the location, the problem, and,
 * if it is known, the fix.
 */
export class GateError extends Error {
  override name = 'GateError';
}

/** Invalid input on the command line. */
export class UsageError extends GateError {
  override name = 'UsageError';
}
