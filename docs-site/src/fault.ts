/**
 * Something the reader of a message can mend. Its message is one line that names the place and the
 * way out; no stack is printed.
 */
export class Fault extends Error {
  override name = 'Fault';
}

/**
 * Runs a command-line task: a fault, and any error of ours that carries a plain message, ends with
 * that message and exit code 1.
 */
export async function orOneLine(task: () => unknown): Promise<void> {
  try {
    await task();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
