import type { Colors } from '../http/log-line.ts';
import { ansiColors, wantsColor } from './colors.ts';

/** Prints lines of text, or JSON values with `--json`. */
export interface Output {
  readonly colors: Colors | undefined;
  /** Prints the line or, with `--json`, the value. */
  print(line: string, value: unknown): void;
}

export function createOutput(isJson: boolean): Output {
  return {
    colors: !isJson && wantsColor(process.stdout.isTTY, process.env) ? ansiColors : undefined,
    print: (line, value) => void process.stdout.write(`${isJson ? JSON.stringify(value) : line}\n`),
  };
}

const signals = ['SIGINT', 'SIGTERM'] as const;
const repeatedSignalMs = 1_000;

/**
 * Resolves on the first signal to stop, or when the reader of the output closes the pipe, as in
 * `delivery-mock | head`. With `npx`, one Control+C causes two signals: one from the terminal and
 * one from npm. Signals within one second are therefore handled as one. A later signal stops the
 * process immediately.
 */
export const waitForEnd = (): Promise<void> =>
  new Promise((resolve) => {
    const release = (): void => {
      for (const signal of signals) process.off(signal, end);
    };
    const end = (): void => {
      setTimeout(release, repeatedSignalMs).unref();
      resolve();
    };
    for (const signal of signals) process.on(signal, end);
    process.stdout.on('error', end);
  });
