import { parseArgs } from 'node:util';
import { nearest } from '@delivery-api/sandbox/kernel/nearest.ts';
import { isSecret } from '@delivery-api/sandbox/webhooks/sign.ts';
import { type CommandName, commandNames, everywhere, type OptionSpec, specOf } from './commands.ts';

/** A command line that makes no sense, in one line that says what would. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A command line, taken apart; what its values mean is for each command to say. */
export interface Line {
  command: CommandName;
  words: readonly string[];
  /** Whether a switch was given. */
  has(option: string): boolean;
  /** The last value of an option. */
  value(option: string): string | undefined;
  /** All values of an option. */
  values(option: string): string[] | undefined;
}

const all: Readonly<Record<string, OptionSpec>> = Object.assign(
  {},
  ...commandNames.map((name) => specOf(name).options),
  everywhere,
);

/**
 * Takes the command line apart, without Node and the script.
 *
 * @throws {UsageError} at the first thing that is not known
 */
export function readArguments(
  args: readonly string[],
): Line | { help: CommandName } | { version: true } {
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { value, short }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: true,
        ...(short !== undefined && { short }),
      },
    ]),
  );
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const [named = 'start', ...words] = positionals;
  const command = commandNames.find((one) => one === named);
  for (const token of tokens)
    if (token.kind === 'option') checkOption(command, token.name, token.rawName, token.value);
  if (command === undefined)
    throw new UsageError(
      `There is no command '${named}'.${orMean(named, commandNames)} See delivery-mock --help.`,
    );
  if (values.help !== undefined) return { help: command };
  if (values.version !== undefined) return { version: true };
  checkWords(command, words);
  return {
    command,
    words,
    has: (option) => values[option] !== undefined,
    value: (option) => (values[option] as string[] | undefined)?.at(-1),
    values: (option) => values[option] as string[] | undefined,
  };
}

/** A whole number within bounds. @throws {UsageError} */
export function wholeNumber(
  option: string,
  text: string,
  least: number,
  most: number,
  what = `a whole number from ${least} to ${most}`,
): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new UsageError(`--${option} takes ${what}, not '${text}'.`);
  return number;
}

/** A port. @throws {UsageError} */
export const portOf = (text: string): number =>
  wholeNumber('port', text, 0, 65_535, 'a whole number from 0 (any free one) to 65535');

/** A number within bounds. @throws {UsageError} */
export function numberOf(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= least && number <= most))
    throw new UsageError(`--${option} takes a number from ${least} to ${most}, not '${text}'.`);
  return number;
}

/** One of the known words. @throws {UsageError} */
export function oneOf<Word extends string>(
  option: string,
  value: string,
  known: readonly Word[],
): Word {
  const found = known.find((one) => one === value);
  if (found === undefined)
    throw new UsageError(
      `--${option} takes ${known.join(' or ')}, not '${value}'.${orMean(value, known)}`,
    );
  return found;
}

/** An http or https address. @throws {UsageError} */
export function addressOf(option: string, text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
    throw new UsageError(
      `--${option} takes an http or https address, such as http://127.0.0.1:3000/hooks, not '${text}'.`,
    );
  return text;
}

/** What signs events. @throws {UsageError} */
export function checkSecrets(secrets: readonly string[] = []): void {
  const wrong = secrets.find((secret) => !isSecret(secret));
  if (wrong !== undefined)
    throw new UsageError(`--secret takes whsec_ and the base64 of 24 to 64 bytes, not '${wrong}'.`);
}

export function orMean(word: string, known: readonly string[]): string {
  const guess = nearest(word, known);
  return guess === undefined ? '' : ` Did you mean ${guess}?`;
}

function checkOption(
  command: CommandName | undefined,
  name: string,
  raw: string,
  value: string | undefined,
): void {
  const known: Readonly<Record<string, OptionSpec>> = {
    ...(command === undefined ? all : specOf(command).options),
    ...everywhere,
  };
  const own = Object.hasOwn(known, name) ? known[name] : undefined;
  if (own === undefined) {
    const elsewhere = commandNames.find((other) => Object.hasOwn(specOf(other).options, name));
    if (elsewhere !== undefined && raw.startsWith('--'))
      throw new UsageError(`${raw} belongs to delivery-mock ${elsewhere}, not to ${command}.`);
    const names = Object.keys(known).map((option) => `--${option}`);
    throw new UsageError(
      `There is no option ${raw}.${orMean(raw, names)} See delivery-mock ${helpPath(command)}--help.`,
    );
  }
  if (own.value !== undefined && (value === undefined || value === ''))
    throw new UsageError(`${raw} needs a value. See delivery-mock ${helpPath(command)}--help.`);
  if (own.value === undefined && value !== undefined)
    throw new UsageError(`${raw} takes no value, but got '${value}'.`);
}

function checkWords(command: CommandName, words: readonly string[]): void {
  const { words: expected } = specOf(command);
  const missing = expected.find(
    (word, index) => !word.startsWith('[') && words[index] === undefined,
  );
  if (missing !== undefined)
    throw new UsageError(`${missing} is missing. See delivery-mock ${helpPath(command)}--help.`);
  const extra = words[expected.length];
  if (extra !== undefined)
    throw new UsageError(
      `'${extra}' is one word too many. See delivery-mock ${helpPath(command)}--help.`,
    );
}

const helpPath = (command: CommandName | undefined): string =>
  command === undefined || command === 'start' ? '' : `${command} `;
