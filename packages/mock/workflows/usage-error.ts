/** Input that prevents the workflows from running. The message is one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}
