import { parseArgs } from 'node:util';
import type { InterfaceName } from '@delivery-api/specs/contract';
import type { DocumentLoader } from '../documents/load-document.ts';
import type { PackageBuilder } from '../release/package-content.ts';
import { UsageError } from '../repository/errors.ts';
import { interfaceNames, type Repository } from '../repository/repository.ts';

/** The environment of the program; tests replace it. */
export interface Environment {
  repository: Repository;
  /** Folder that file names on the command line are relative to. */
  cwd: string;
  /** Current day, as YYYY-MM-DD. */
  today: string;
  print(text: string): void;
  printError(text: string): void;
  /** Builds the packages; the default uses turbo. */
  builder?: PackageBuilder;
}

/** Input of a command. */
export interface CommandContext extends Environment {
  builder: PackageBuilder;
  args: string[];
  loader: DocumentLoader;
}

/** A command of the gate. */
export interface Command {
  /** Text that `--help` prints. */
  help: string;
  /**
   * Runs the command.
   *
   * @returns exit code: 0, or 1 if the contract or the release is rejected
   * @throws {GateError} if the command cannot run
   */
  run(context: CommandContext): Promise<number>;
}

/** Last sentence of messages about invalid arguments. */
const seeHelp = 'Use `--help` to list the arguments and options.';

type Options = Record<string, { type: 'string' | 'boolean'; default?: string | boolean }>;

/**
 * Parses the arguments of a command.
 *
 * @param accepted the maximum number of positional arguments, and their description. Default: none.
 * @throws {UsageError} for an unknown option, a missing value, or an unexpected value or argument
 */
export function readArguments<T extends Options>(
  args: string[],
  options: T,
  accepted?: { max: number; expected: string },
) {
  const parsed = parse(args, options);
  const { length, 0: first } = parsed.positionals;
  if (accepted === undefined && length > 0)
    throw new UsageError(`Unexpected argument '${first}'. ${seeHelp}`);
  if (accepted !== undefined && length > accepted.max)
    throw new UsageError(`Too many arguments: expected ${accepted.expected}; got ${length}.`);
  return parsed;
}

function parse<T extends Options>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    const message = line.replace(/\. To specify.*$/, '').replace(/\.$/, '');
    throw new UsageError(`${message}. ${seeHelp}`);
  }
}

/**
 * Returns the interface that an argument names.
 *
 * @throws {UsageError} if the argument is absent or not the name of an interface
 */
export function interfaceNamed(argument: string | undefined): InterfaceName {
  const name = interfaceNames.find((one) => one === argument);
  if (name === undefined)
    throw new UsageError(
      `Specify an interface: lastmile or marketplace${argument === undefined ? '' : `; got '${argument}'`}.`,
    );
  return name;
}
