import { parseArgs } from 'node:util';
import { nearest } from '../nearest.ts';
import type { InterfaceName, Mode } from '../public.ts';

/** A command line that makes no sense, in one line that says what would. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export type Command =
  | { command: 'help' | 'version' }
  | { command: 'start'; port: number; host: string; mode: Mode; interfaces: InterfaceName[] | undefined; quiet: boolean };

const options = {
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  mode: { type: 'string' },
  interface: { type: 'string', multiple: true },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;
const commands: readonly string[] = ['start'];
const modes: readonly Mode[] = ['examples'];
const interfaces: readonly InterfaceName[] = ['lastmile', 'marketplace'];

/**
 * Reads the command line, without Node and the script.
 *
 * @throws {UsageError} at the first thing that is not known or not possible
 */
export function readArguments(args: readonly string[]): Command {
  const { values, positionals, tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) if (token.kind === 'option') checkOption(token.name, token.rawName, token.value);
  const [command = 'start', extra] = positionals;
  if (!commands.includes(command))
    throw new UsageError(`There is no command '${command}'.${orMean(command, commands)} See delivery-mock --help.`);
  if (extra !== undefined) throw new UsageError(`'${extra}' is one word too many. See delivery-mock --help.`);
  if (values.help === true) return { command: 'help' };
  if (values.version === true) return { command: 'version' };
  const named = values.interface as string[] | undefined;
  return {
    command: 'start',
    port: portOf((values.port as string | undefined) ?? '4010'),
    host: (values.host as string | undefined) ?? '127.0.0.1',
    mode: oneOf('--mode', (values.mode as string | undefined) ?? 'examples', modes),
    interfaces: named?.map((name) => oneOf('--interface', name, interfaces)),
    quiet: values.quiet === true,
  };
}

function checkOption(name: string, raw: string, value: string | undefined): void {
  const known = Object.hasOwn(options, name) ? options[name as keyof typeof options] : undefined;
  if (known === undefined) {
    throw new UsageError(
      `There is no option ${raw}.${orMean(
        raw,
        Object.keys(options).map((option) => `--${option}`),
      )} See delivery-mock --help.`,
    );
  }
  if (known.type === 'string' && (value === undefined || value === ''))
    throw new UsageError(`${raw} needs a value. See delivery-mock --help.`);
  if (known.type === 'boolean' && value !== undefined) throw new UsageError(`${raw} takes no value, but got '${value}'.`);
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new UsageError(`--port takes a whole number from 0 (any free one) to 65535, not '${text}'.`);
  return port;
}

function oneOf<T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${option} takes ${known.join(' or ')}, not '${value}'.${orMean(value, known)}`);
  return found;
}

function orMean(word: string, known: readonly string[]): string {
  const guess = nearest(word, known);
  return guess === undefined ? '' : ` Did you mean ${guess}?`;
}
