/** Input that prevents the workflows from running. The message is one line, with the fix. */
export class UsageError extends Error {
  override name = 'UsageError';
}
