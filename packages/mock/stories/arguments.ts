import { parseArgs } from 'node:util';
import { nearest } from '@delivery-api/sandbox/kernel/nearest.ts';
import type { Servers } from './ground.ts';
import type { Inputs } from './inputs.ts';
import { StoriesError } from './stories-error.ts';
import type { Story } from './story.ts';

/** What the command line asks for. */
export interface Wish {
  readonly help: boolean;
  /** The stories to play: those named, or all whose servers are known. */
  readonly stories: readonly Story[];
  /** Empty for a sandbox of its own. */
  readonly servers: Servers;
  readonly inputs: Inputs;
}

const options = {
  server: { type: 'string', multiple: true },
  input: { type: 'string', multiple: true },
  story: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

export const help = `node stories/run.ts [--server lastmile=URL] [--server marketplace=URL] [--input name=value …] [--story name …]

Plays the stories of specs/workflows with redocly respect, and prints one line for each.
Without --server it starts a sandbox of its own. With it, the stories of that interface are played against that server.

  --server   the base address of an interface, such as lastmile=http://127.0.0.1:4010/lastmile
  --input    what a story has to be told, such as token=test_token; against a server of yours token is required
  --story    play this one only; may be given several times

Ends with 0 when all went well, with 1 when something did not hold, with 2 when it could not be run as asked.
`;

/**
 * Reads the command line, without Node and the script.
 *
 * @throws {StoriesError} at the first name that no story knows, or the first value that makes no
 * sense
 */
export function readArguments(args: readonly string[], stories: readonly Story[]): Wish {
  const { values, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new StoriesError(`'${token.value}' is one word too many. See --help.`);
    if (token.kind === 'option') known('option', token.name, Object.keys(options));
  }
  const servers = Object.fromEntries(
    Object.entries(pairs('server', values.server)).map(([name, url]) => [
      name,
      url.replace(/\/$/, ''),
    ]),
  );
  const inputs = pairs('input', values.input);
  const interfaces = [...new Set(stories.flatMap((story) => story.interfaces))];
  for (const [name, url] of Object.entries(servers)) {
    known('interface', name, interfaces);
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new StoriesError(`--server ${name} takes an http or https address, not '${url}'.`);
  }
  const chosen = choose(stories, list(values.story), servers);
  const names = [...new Set(chosen.flatMap((story) => Object.keys(story.inputs.properties ?? {})))];
  for (const name of Object.keys(inputs)) known('input', name, names);
  return { help: values.help === true, stories: chosen, servers, inputs };
}

function choose(stories: readonly Story[], wanted: readonly string[], servers: Servers): Story[] {
  const playable = (story: Story): boolean =>
    Object.keys(servers).length === 0 ||
    story.interfaces.every((name) => servers[name] !== undefined);
  const workflows = stories.map(({ workflow }) => workflow);
  for (const name of wanted) known('story', name, workflows);
  const named = stories.filter(({ workflow }) => wanted.includes(workflow));
  const unserved = named.find((story) => !playable(story));
  if (unserved !== undefined)
    throw new StoriesError(
      `${unserved.workflow} needs --server ${unserved.interfaces.join(' and --server ')}.`,
    );
  return wanted.length > 0 ? named : stories.filter(playable);
}

function pairs(option: string, values: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const text of list(values)) {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined)
      throw new StoriesError(`--${option} takes name=value, not '${text}'.`);
    if (found[name] !== undefined) throw new StoriesError(`--${option} ${name} is given twice.`);
    found[name] = value;
  }
  return found;
}

// Without a value, the parser gives a boolean instead of a text.
const list = (values: unknown): string[] =>
  Array.isArray(values) ? values.map((value) => (typeof value === 'string' ? value : '')) : [];

function known(what: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const guess = nearest(name, names);
  const dashes = what === 'option' ? '--' : '';
  const help =
    guess === undefined
      ? `There are ${names.map((one) => dashes + one).join(', ')}.`
      : `Did you mean ${dashes}${guess}?`;
  throw new StoriesError(`There is no ${what} ${dashes}${name}. ${help}`);
}
