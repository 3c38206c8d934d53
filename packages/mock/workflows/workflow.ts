import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { UsageError } from './usage-error.ts';

/** The resolved schema of the inputs of a workflow. */
export interface InputSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
}

/** One workflow of an Arazzo file. */
export interface Workflow {
  /** The path of the file. */
  readonly file: string;
  readonly id: string;
  readonly summary: string;
  /** The interfaces that the workflow calls: the names of the source descriptions in the file. */
  readonly interfaces: readonly string[];
  readonly inputs: InputSchema;
}

const workflowsFolder = join(import.meta.dirname, '../../../specs/workflows');

/**
 * Reads the workflows of a folder (`*.arazzo.yaml`, Arazzo 1.0.1), sorted by file name.
 *
 * @throws {UsageError} for an unreadable file, or a reference that cannot be resolved
 */
export function readWorkflows(folder = workflowsFolder): Workflow[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.arazzo.yaml'));
  return names.sort().flatMap((name) => workflowsOf(join(folder, name)));
}

interface ArazzoFile {
  sourceDescriptions: { name: string }[];
  workflows: { workflowId: string; summary: string; inputs?: InputSchema & { $ref?: string } }[];
}

function workflowsOf(file: string): Workflow[] {
  const { sourceDescriptions, workflows } = readYaml(file) as ArazzoFile;
  const interfaces = sourceDescriptions.map(({ name }) => name);
  return workflows.map(({ workflowId, summary, inputs = {} }) => ({
    file,
    id: workflowId,
    summary,
    interfaces,
    inputs:
      inputs.$ref === undefined ? inputs : (resolveReference(inputs.$ref, file) as InputSchema),
  }));
}

/** Resolves a reference such as `inputs.yaml#/partner` relative to the file that contains it. */
function resolveReference(reference: string, from: string): unknown {
  const [path = '', pointer = ''] = reference.split('#');
  const start = readYaml(path === '' ? from : join(dirname(from), path));
  const keys = pointer.split('/').slice(1);
  const found = keys.reduce<unknown>(
    (node, key) => (node as Record<string, unknown> | undefined)?.[key],
    start,
  );
  if (found === undefined)
    throw new UsageError(
      `${basename(from)}: the reference ${reference} has no target. Fix the reference.`,
    );
  return found;
}

function readYaml(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}`);
  }
}
