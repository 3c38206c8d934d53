import { Ajv, type ErrorObject } from 'ajv';
import { UsageError } from './usage-error.ts';
import type { Workflow } from './workflow.ts';

export type Inputs = Readonly<Record<string, string>>;

const ajv = new Ajv({ allErrors: true, strict: false, formats: { password: true } });

/**
 * Checks the inputs of workflows. `redocly respect` does not check them, and would call
 * `/undefined/…`.
 *
 * @throws {UsageError} with all missing inputs, or with the invalid inputs of the first workflow
 * that has any
 */
export function checkInputs(workflows: readonly Workflow[], given: Inputs): void {
  const missing = new Map<string, string>();
  for (const { inputs } of workflows) {
    for (const name of inputs.required ?? []) {
      if (given[name] === undefined)
        missing.set(name, inputs.properties?.[name]?.description ?? name);
    }
  }
  if (missing.size > 0) {
    const wanted = [...missing].map(
      ([name, description]) => `--input ${name}=… (${description.replace(/\.$/, '')})`,
    );
    throw new UsageError(`Missing inputs: ${wanted.join(', ')}.`);
  }
  for (const workflow of workflows) {
    const check = ajv.compile(workflow.inputs);
    if (!check(inputsOf(workflow, given)))
      throw new UsageError(
        `${workflow.id}: ${(check.errors ?? []).map(describeFailure).join(', ')}.`,
      );
  }
}

/** Returns the inputs that a workflow uses. */
export function inputsOf({ inputs }: Workflow, given: Inputs): Inputs {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => inputs.properties?.[name] !== undefined),
  );
}

const describeFailure = ({ instancePath, message }: ErrorObject): string =>
  `the input ${instancePath.slice(1)} ${message}`;
