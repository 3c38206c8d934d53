/** What is wrong with how a command was called. It is told with the usage. */
export class Misuse extends Error {
  override name = 'Misuse';
}

const isMisuse = (error: Error & { code?: unknown }): boolean =>
  error instanceof Misuse || /^ERR_PARSE_ARGS/.test(String(error.code));

/**
 * Runs a command of this folder. It ends with what `run` gives; with 2 and the usage where it was
 * called wrongly, be it that `parseArgs` or `run` says
 * so; with 1 and one line for any other error.
 */
export async function command(usage: string, run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    const { message } = error as Error;
    const misused = isMisuse(error as Error);
    console.error(misused ? `${message}\n${usage}` : message);
    process.exitCode = misused ? 2 : 1;
  }
}
