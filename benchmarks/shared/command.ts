import { parseArgs } from 'node:util';

/** Invalid input by the user of a command. The command prints the message and the usage text. */
export class UsageError extends Error {
  override name = 'UsageError';
}

type Options = Record<string, { type: 'boolean' | 'string' }>;
type ValuesOf<Specification extends Options> = {
  [Name in keyof Specification]?: Specification[Name]['type'] extends 'boolean' ? boolean : string;
};

export const flag = { type: 'boolean' } as const;
export const text = { type: 'string' } as const;

/**
 * Runs a command and sets the exit code: the return value of `run`, 1 after an error, 2 after a
 * usage error. `--help` prints the usage text.
 */
export async function runCommand<Specification extends Options>(
  usage: string,
  options: Specification,
  run: (values: ValuesOf<Specification>, positionals: string[]) => Promise<number>,
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { ...options, help: flag },
    });
    if ((values as { help?: boolean }).help === true) console.log(usage);
    else process.exitCode = await run(values as ValuesOf<Specification>, positionals);
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown };
    const isUsageError = error instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
    console.error(isUsageError ? `${message}\n${usage}` : message);
    process.exitCode = isUsageError ? 2 : 1;
  }
}

/**
 * Parses the value of a numeric option.
 *
 * @param range valid values; by default, integers from 1 to 1,000,000
 * @returns the number, or `fallback` if the option is missing
 * @throws {UsageError} if the value is invalid
 */
export function numberOption<Fallback extends number | undefined>(
  name: string,
  value: string | undefined,
  fallback: Fallback,
  { minimum = 1, maximum = 1e6, isInteger = true } = {},
): number | Fallback {
  if (value === undefined) return fallback;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= minimum && number <= maximum && (!isInteger || Number.isInteger(number)))
    return number;
  throw new UsageError(
    `--${name} must be ${isInteger ? 'an integer' : 'a number'} from ${minimum} to ${maximum}; got '${value}'.`,
  );
}
