import { parseArgs } from 'node:util';
import { didYouMean, type Schema, schemaErrors } from '../schemas/validate.ts';
import type { OptionSpec } from './command-spec.ts';
import { type CommandName, commandNames, commonOptions, specOf } from './commands.ts';

/** An invalid command line. The message is one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A parsed and validated command line. */
export interface CommandLine {
  command: CommandName;
  positionals: readonly string[];
  /** Returns whether the command line contains the option. */
  has(option: string): boolean;
  /** Returns the last value of the option; `undefined` without the option. */
  value(option: string): string | undefined;
  /** Returns all values of the option; `undefined` without the option. */
  values(option: string): string[] | undefined;
}

const allOptions: Readonly<Record<string, OptionSpec>> = Object.assign(
  {},
  ...commandNames.map((name) => specOf(name).options),
  commonOptions,
);

/**
 * Parses the command line.
 *
 * @param args the arguments after the Node.js executable and the script
 * @returns the command line, or a request for the version or for the help of a command
 * @throws {UsageError} for the first invalid argument
 */
export function readArguments(
  args: readonly string[],
): CommandLine | { help: CommandName } | { version: true } {
  const options = Object.fromEntries(
    Object.entries(allOptions).map(([name, { value, short }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: true,
        ...(short !== undefined && { short }),
      },
    ]),
  );
  const {
    values,
    positionals: [named = 'start', ...positionals],
    tokens,
  } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const command = commandNames.find((one) => one === named);
  for (const token of tokens)
    if (token.kind === 'option') checkOption(command, token.name, token.rawName, token.value);
  if (command === undefined)
    throw new UsageError(
      `Unknown command '${named}'.${didYouMean(named, commandNames)} See delivery-mock --help.`,
    );
  if (values.help !== undefined) return { help: command };
  if (values.version !== undefined) return { version: true };
  checkPositionals(command, positionals);
  for (const [name, { schema }] of Object.entries(specOf(command).options))
    for (const text of (values[name] as string[] | undefined) ?? [])
      if (schema !== undefined) checkValue(name, schema, text);
  return {
    command,
    positionals,
    has: (option) => values[option] !== undefined,
    value: (option) => (values[option] as string[] | undefined)?.at(-1),
    values: (option) => values[option] as string[] | undefined,
  };
}

/**
 * Validates the value of an option, or a part of the value.
 *
 * @param option the name of the option, with the name of the part, such as `upstream NAME`
 * @throws {UsageError} if the schema rejects the value
 */
export function checkValue(option: string, schema: Schema, text: string): void {
  const [error] = schemaErrors(schema, toValue(schema, text));
  if (error === undefined) return;
  const known: readonly string[] = schema.enum ?? [];
  const expected = schema.description ?? known.join(', ').replace(/, ([^,]*)$/, ' or $1');
  throw new UsageError(`--${option} must be ${expected}; got '${text}'.${didYouMean(text, known)}`);
}

/**
 * Converts a string to a number if the schema requires a number. For a string that is not a number,
 * returns a value that the schema rejects.
 */
function toValue({ type }: Schema, text: string): string | number {
  if (type === 'integer') return /^\d+$/.test(text) ? Number(text) : text;
  return type === 'number' && text.trim() !== '' ? Number(text) : text;
}

function checkOption(
  command: CommandName | undefined,
  name: string,
  rawName: string,
  value: string | undefined,
): void {
  const known: Readonly<Record<string, OptionSpec>> = {
    ...(command === undefined ? allOptions : specOf(command).options),
    ...commonOptions,
  };
  const spec = Object.hasOwn(known, name) ? known[name] : undefined;
  if (spec === undefined) {
    const owner = commandNames.find((other) => Object.hasOwn(specOf(other).options, name));
    if (owner !== undefined && rawName.startsWith('--'))
      throw new UsageError(
        `${rawName} is an option for delivery-mock ${owner}, not for delivery-mock ${command}.`,
      );
    const names = Object.keys(known).map((option) => `--${option}`);
    throw new UsageError(
      `Unknown option ${rawName}.${didYouMean(rawName, names)} See delivery-mock ${helpPath(command)}--help.`,
    );
  }
  if (spec.value !== undefined && (value === undefined || value === ''))
    throw new UsageError(
      `${rawName} requires a value. See delivery-mock ${helpPath(command)}--help.`,
    );
  if (spec.value === undefined && value !== undefined)
    throw new UsageError(`${rawName} does not accept a value; got '${value}'.`);
}

function checkPositionals(command: CommandName, positionals: readonly string[]): void {
  const { positionals: expected } = specOf(command);
  const missing = expected.find(
    (name, index) => !name.startsWith('[') && positionals[index] === undefined,
  );
  if (missing !== undefined)
    throw new UsageError(`${missing} is missing. See delivery-mock ${helpPath(command)}--help.`);
  const extra = positionals[expected.length];
  if (extra !== undefined)
    throw new UsageError(
      `Unexpected argument '${extra}'. See delivery-mock ${helpPath(command)}--help.`,
    );
}

const helpPath = (command: CommandName | undefined): string =>
  command === undefined || command === 'start' ? '' : `${command} `;
