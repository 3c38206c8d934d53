import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from '../../site.ts';
import { named } from '../directive/input.ts';
import { code, table } from '../directive/markdown-table.ts';

interface Entry {
  name: string;
  description: string;
}

interface Reference {
  commands: (Entry & { usage: string; options: Entry[] })[];
  control: Entry[];
  library: Record<string, Entry[]>;
}

/**
 * Returns a table about the mock: `commands`, `control`, the options of a command (`start`), or the
 * members of a library interface (`SandboxOptions`). `npm run reference -w @delivery-api/mock`
 * writes the data.
 *
 * @throws {SiteError} with the known tables, if the name is unknown
 */
export function mockReference(name: string): string {
  const file = join(here, 'mock-reference.json');
  const { commands, control, library } = JSON.parse(readFileSync(file, 'utf8')) as Reference;
  const tables = new Map<string, () => string>([
    [
      'commands',
      () =>
        table(
          ['Command', 'Effect'],
          commands.map(({ usage, description }) => [code(usage), description]),
        ),
    ],
    ['control', () => entries('Request', 'Effect', control)],
    ...commands.map((one) => [one.name, () => entries('Option', 'Meaning', one.options)] as const),
    ...Object.entries(library).map(
      ([type, members]) => [type, () => entries('Name', 'Meaning', members)] as const,
    ),
  ]);
  return named(tables, name, 'mock table')();
}

const entries = (head: string, meaning: string, list: readonly Entry[]): string =>
  table(
    [head, meaning],
    list.map(({ name, description }) => [code(name), description]),
  );
