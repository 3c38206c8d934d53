import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { StoriesError } from './stories-error.ts';

/** What a workflow has to be told: an object schema, with its reference followed. */
export interface InputSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
}

/** One workflow of an Arazzo file. */
export interface Story {
  /** The path of the file. */
  readonly file: string;
  readonly workflow: string;
  readonly summary: string;
  /** The names of its source descriptions: the interfaces that it calls. */
  readonly interfaces: readonly string[];
  readonly inputs: InputSchema;
}

const workflowsFolder = join(import.meta.dirname, '../../../specs/workflows');

/**
 * Reads every story of a folder (`*.arazzo.yaml`, Arazzo 1.0.1), in the order of the files' names.
 *
 * @throws {StoriesError} when a file cannot be read, or refers to inputs that are not there
 */
export function readStories(folder = workflowsFolder): Story[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.arazzo.yaml'));
  return names.sort().flatMap((name) => storiesOf(join(folder, name)));
}

interface ArazzoFile {
  sourceDescriptions: { name: string }[];
  workflows: { workflowId: string; summary: string; inputs?: InputSchema & { $ref?: string } }[];
}

function storiesOf(file: string): Story[] {
  const { sourceDescriptions, workflows } = readYaml(file) as ArazzoFile;
  const interfaces = sourceDescriptions.map(({ name }) => name);
  return workflows.map(({ workflowId, summary, inputs = {} }) => ({
    file,
    workflow: workflowId,
    summary,
    interfaces,
    inputs: inputs.$ref === undefined ? inputs : (follow(inputs.$ref, file) as InputSchema),
  }));
}

/**
 * What a reference such as `inputs.yaml#/partner` leads to, seen from the file in which it stands.
 */
function follow(reference: string, from: string): unknown {
  const [path = '', pointer = ''] = reference.split('#');
  const start = readYaml(path === '' ? from : join(dirname(from), path));
  const keys = pointer.split('/').slice(1);
  const found = keys.reduce<unknown>(
    (node, key) => (node as Record<string, unknown> | undefined)?.[key],
    start,
  );
  if (found === undefined)
    throw new StoriesError(
      `${basename(from)}: the reference ${reference} leads nowhere. Mend the story.`,
    );
  return found;
}

function readYaml(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StoriesError(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}`);
  }
}
