import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Attempt, failuresOf, readReport } from './failures.ts';
import type { Inputs } from './inputs.ts';
import { redocly, repository } from './redocly.ts';
import type { Servers } from './servers.ts';
import { UsageError } from './usage-error.ts';
import type { Workflow } from './workflow.ts';

/** The result of a workflow. */
export interface WorkflowResult {
  readonly workflow: Workflow;
  readonly steps: number;
  readonly requests: number;
  readonly milliseconds: number;
  /** The failed steps, each followed by indented lines with its violations. */
  readonly failures: readonly string[];
}

/**
 * Runs a workflow with `redocly respect`, which checks each step against the contract and against
 * the success criteria of the workflow.
 *
 * @throws {UsageError} if there is no report, or if a request was sent to a different server
 */
export async function runWorkflow(
  workflow: Workflow,
  servers: Servers,
  inputs: Inputs,
): Promise<WorkflowResult> {
  const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
  const started = performance.now();
  try {
    const file = join(folder, 'report.json');
    const { status, output } = await redocly(
      ...['respect', relative(repository, workflow.file), '--workflow', workflow.id],
      ...workflow.interfaces.flatMap((name) => ['--server', `${name}=${servers[name]}`]),
      ...['--input', JSON.stringify(inputs), '--json-output', file],
      ...['--max-fetch-timeout', '20000', '--execution-timeout', '1200000'],
    );
    const lastLine = output.trim().split('\n').at(-1)?.trim() ?? '';
    const attempts = readReport(file);
    if (attempts === undefined)
      throw new UsageError(`${workflow.id} could not be run: ${lastLine}`);
    rejectOtherServers(workflow, attempts, servers);
    const last = [...new Map(attempts.map((attempt) => [attempt.stepId, attempt])).values()];
    const failures = last.flatMap(failuresOf);
    if (failures.length === 0 && status !== 0)
      failures.push(`redocly respect exited with code ${status}: ${lastLine}`);
    return {
      workflow,
      steps: last.length,
      requests: attempts.length,
      milliseconds: performance.now() - started,
      failures,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Rejects a result if a request was sent to another server. `redocly respect` ignores a server with
 * an unknown name, and calls the server in the contract instead.
 */
function rejectOtherServers(
  { id }: Workflow,
  attempts: readonly Attempt[],
  servers: Servers,
): void {
  const bases = Object.values(servers).map((base) => `${base}/`);
  // Without a response, the report contains no URL.
  const other = attempts.find(
    ({ request }) => request?.url && !bases.some((base) => request.url.startsWith(base)),
  );
  if (other === undefined) return;
  throw new UsageError(
    `${id}: ${other.stepId} called ${other.request?.url}, which --server does not specify. The result of this workflow is invalid.`,
  );
}
