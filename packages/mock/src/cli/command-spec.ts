import type { Schema } from '../schemas/validate.ts';

/** A command-line option. */
export interface OptionSpec {
  /** The placeholder for the value in the help; absent if the option has no value. */
  value?: string;
  /** The schema that validates the value. */
  schema?: Schema;
  short?: string;
  multiple?: boolean;
  /** Whether the command fails without the option. */
  required?: boolean;
  /** The description in the help, with the default. */
  description: string;
}

/** The specification of a command. Determines the help, parsing and validation of the command. */
export interface CommandSpec {
  description: string;
  /** The names of the positional arguments. Names in brackets are optional arguments. */
  positionals: readonly string[];
  options: Readonly<Record<string, OptionSpec>>;
  /** Additional text at the end of the help. */
  more?: string;
}
