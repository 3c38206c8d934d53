import type { Paint } from '../http/log-line.ts';
import { colours, wantsColour } from './paint.ts';

/** Prints lines for people, or values for programs. */
export interface Output {
  readonly paint: Paint | undefined;
  /** @param line for people; the value is printed instead where `--json` was given */
  print(line: string, value: unknown): void;
}

export function createOutput(isJson: boolean): Output {
  return {
    paint: !isJson && wantsColour(process.stdout.isTTY, process.env) ? colours : undefined,
    print: (line, value) => void process.stdout.write(`${isJson ? JSON.stringify(value) : line}\n`),
  };
}

const endings = ['SIGINT', 'SIGTERM'] as const;
const repeatedMs = 1_000;

/**
 * Resolves at the first signal to end, or when nobody reads the output any more, as in
 * `delivery-mock | head`.
 * Under `npx` one Ctrl-C comes twice, from the terminal and from npm, so that a signal which
 * follows within a second is taken for the
 * same one: what is left to do at the end is done. A later one ends at once.
 */
export const untilTheEnd = (): Promise<void> =>
  new Promise((resolve) => {
    const release = (): void => {
      for (const signal of endings) process.off(signal, end);
    };
    const end = (): void => {
      setTimeout(release, repeatedMs).unref();
      resolve();
    };
    for (const signal of endings) process.on(signal, end);
    process.stdout.on('error', end);
  });
