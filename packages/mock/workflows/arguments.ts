import { parseArgs } from 'node:util';
import { suggest } from '@delivery-api/sandbox';
import type { Inputs } from './inputs.ts';
import type { Servers } from './servers.ts';
import { UsageError } from './usage-error.ts';
import type { Workflow } from './workflow.ts';

/** The options of the command line. */
export interface Options {
  readonly help: boolean;
  /**
   * The workflows to run: those in `--workflow`. Default: all workflows that call only interfaces
   * in `--server`; without `--server`, all workflows.
   */
  readonly workflows: readonly Workflow[];
  /** Base URLs by interface. Empty to start a sandbox. */
  readonly servers: Servers;
  readonly inputs: Inputs;
}

const options = {
  server: { type: 'string', multiple: true },
  input: { type: 'string', multiple: true },
  workflow: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

export const help = `Usage: node workflows/run.ts [options]

Run the workflows in specs/workflows with redocly respect, and print one line for each workflow.
Without --server, the workflows run against a new sandbox. With --server, workflows that call other
interfaces are skipped.

Options:
  --server NAME=URL   Base URL of an interface, such as lastmile=http://127.0.0.1:4010/lastmile; can be repeated
  --input NAME=VALUE  Input of the workflows; can be repeated. With --server, token=… is required
  --workflow NAME     Run only this workflow; can be repeated
  -h, --help          Print this help

Exit codes: 0 success, 1 failure, 2 usage error
`;

/**
 * Parses the command line.
 *
 * @throws {UsageError} for the first unknown name or invalid value
 */
export function readArguments(args: readonly string[], workflows: readonly Workflow[]): Options {
  const { values, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new UsageError(`Unexpected argument '${token.value}'. See --help.`);
    if (token.kind === 'option') known('option', token.name, Object.keys(options));
  }
  const servers = Object.fromEntries(
    Object.entries(pairs('server', values.server)).map(([name, url]) => [
      name,
      url.replace(/\/$/, ''),
    ]),
  );
  const inputs = pairs('input', values.input);
  const interfaces = [...new Set(workflows.flatMap((workflow) => workflow.interfaces))];
  for (const [name, url] of Object.entries(servers)) {
    known('interface', name, interfaces);
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new UsageError(`--server ${name} must be an http or https URL; got '${url}'.`);
  }
  const selected = choose(workflows, list(values.workflow), servers);
  const names = [
    ...new Set(selected.flatMap((workflow) => Object.keys(workflow.inputs.properties ?? {}))),
  ];
  for (const name of Object.keys(inputs)) known('input', name, names);
  return { help: values.help === true, workflows: selected, servers, inputs };
}

function choose(
  workflows: readonly Workflow[],
  wanted: readonly string[],
  servers: Servers,
): Workflow[] {
  const isRunnable = (workflow: Workflow): boolean =>
    Object.keys(servers).length === 0 ||
    workflow.interfaces.every((name) => servers[name] !== undefined);
  const ids = workflows.map(({ id }) => id);
  for (const name of wanted) known('workflow', name, ids);
  const named = workflows.filter(({ id }) => wanted.includes(id));
  const unserved = named.find((workflow) => !isRunnable(workflow));
  if (unserved !== undefined)
    throw new UsageError(
      `${unserved.id} requires --server ${unserved.interfaces.join(' and --server ')}.`,
    );
  return wanted.length > 0 ? named : workflows.filter(isRunnable);
}

function pairs(option: string, values: unknown): Record<string, string> {
  const parsed: Record<string, string> = {};
  for (const text of list(values)) {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(`--${option} must be name=value; got '${text}'.`);
    if (parsed[name] !== undefined) throw new UsageError(`--${option} contains ${name} twice.`);
    parsed[name] = value;
  }
  return parsed;
}

// `parseArgs` returns `true` for an option without a value.
const list = (values: unknown): string[] =>
  Array.isArray(values) ? values.map((value) => (typeof value === 'string' ? value : '')) : [];

function known(what: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const guess = suggest(name, names);
  const dashes = what === 'option' ? '--' : '';
  const help =
    guess === undefined
      ? `Use ${names.map((one) => dashes + one).join(', ')}.`
      : `Did you mean ${dashes}${guess}?`;
  throw new UsageError(`Unknown ${what} ${dashes}${name}. ${help}`);
}
