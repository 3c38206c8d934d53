import { parseArgs } from 'node:util';
import { Failure } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';

/** What a command gets from the outside world, so that tests can give it another. */
export interface Surroundings {
  args: string[];
  repository: Repository;
  /** Where file names of the command line start. */
  cwd: string;
  /** The day, as YYYY-MM-DD. */
  today: string;
  print(text: string): void;
  complain(text: string): void;
}

/**
 * Does its work and returns the exit status: 0, or 1 when what was judged is not good enough.
 * Throws a {@link Failure} when it cannot work.
 */
export type Command = (surroundings: Surroundings) => Promise<number>;

type Options = Record<string, { type: 'string' | 'boolean'; default?: string | boolean }>;

/**
 * Reads the arguments of a command.
 *
 * @throws {Failure} in one line with the usage, when there is an option that is not known, or a
 * value is missing
 */
export function readArguments<T extends Options>(args: string[], options: T, usage: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Failure(
      `${(error as Error).message
        .split('\n')[0]
        ?.replace(/\. To specify.*$/, '')
        .replace(/\.$/, '')}. Usage: ${usage}`,
    );
  }
}
