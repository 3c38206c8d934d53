import { checkInputs, inputsOf } from './inputs.ts';
import { runWorkflow, type WorkflowResult } from './run-workflow.ts';
import type { Environment } from './servers.ts';
import type { Workflow } from './workflow.ts';

/**
 * Runs workflows one after the other. Workflows with the most required inputs run first, because
 * their orders expire if they are not accepted in time.
 *
 * @param onResult called after each workflow
 * @throws {UsageError} for missing or invalid inputs, or if a workflow cannot run or calls a server
 * that is not in `environment`
 */
export async function runAll(
  workflows: readonly Workflow[],
  environment: Environment,
  onResult: (result: WorkflowResult) => void,
): Promise<WorkflowResult[]> {
  const results: WorkflowResult[] = [];
  const needs = ({ inputs }: Workflow): number => inputs.required?.length ?? 0;
  for (const workflow of workflows.toSorted((a, b) => needs(b) - needs(a))) {
    const given = environment.inputsFor(workflow);
    checkInputs([workflow], given);
    const result = await runWorkflow(workflow, environment.servers, inputsOf(workflow, given));
    results.push(result);
    onResult(result);
  }
  return results;
}
