/** An argument or environment variable of a command is invalid. The message states the fix. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** An input of the site is missing or invalid. The message states the location and the fix. */
export class SiteError extends Error {
  override name = 'SiteError';
}

/**
 * Runs a command. If it throws an error, prints the message without the stack, and sets exit code
 * 1.
 */
export async function runCommand(command: () => unknown): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
