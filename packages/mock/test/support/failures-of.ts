import { runAll } from '../../workflows/run-all.ts';
import { type Environment, newRunId } from '../../workflows/servers.ts';
import { readWorkflows } from '../../workflows/workflow.ts';

export const workflows = readWorkflows();

/** Runs one workflow with its own run ID, and returns its failures. */
export async function failuresOf(id: string, environment: Environment): Promise<readonly string[]> {
  const workflow = workflows.find((one) => one.id === id);
  if (workflow === undefined) throw new Error(`There is no workflow ${id}.`);
  const run = newRunId();
  const [result] = await runAll(
    [workflow],
    { ...environment, inputsFor: (one) => ({ run, ...environment.inputsFor(one) }) },
    () => {},
  );
  return result?.failures ?? ['There was no result.'];
}
