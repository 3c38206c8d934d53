/** The command line or the environment of a command is wrong. The message says how to fix it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** An input of the site is missing or wrong. The message names the place and the fix. */
export class SiteError extends Error {
  override name = 'SiteError';
}

/** Runs a command. An error ends it with exit code 1 and the message of the error, without stack. */
export async function runCommand(command: () => unknown): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
