import type { Paint } from '../log-line.ts';
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

/** Resolves at the first signal to end, or when nobody reads the output any more, as in `delivery-mock | head`. */
export const untilTheEnd = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    process.stdout.on('error', () => resolve());
  });
