import { defaultWorkspace, isWorkspaceName, ProblemError } from '@delivery-api/sandbox';
import type { LocalRequest } from '../http/local-routes.ts';
import type { WorkspaceRegistry } from '../workspaces/registry.ts';
import { controlOf, type SandboxControl } from './sandbox-control.ts';

/**
 * Runs a control operation in the workspace that the query specifies (default: `default`). Stores
 * the changes unless the method is GET.
 *
 * @param run receives the request without the `workspace` parameter
 * @throws {ProblemError} `invalid_parameter` for an invalid name, `service_unavailable` if the
 * workspace cannot be opened or stored, and the errors that `run` throws
 */
export async function useWorkspace<Result>(
  registry: WorkspaceRegistry,
  request: LocalRequest,
  run: (control: SandboxControl, request: LocalRequest) => Result | Promise<Result>,
): Promise<Result> {
  const query = new URLSearchParams(request.query);
  const name = query.get('workspace') ?? defaultWorkspace;
  query.delete('workspace');
  if (!isWorkspaceName(name)) throw invalidName(name);
  const workspace = await registry.acquire(name);
  try {
    const result = await run(controlOf(workspace.sandbox), { ...request, query: `${query}` });
    if (request.message.method !== 'GET') await registry.commit(workspace);
    return result;
  } finally {
    registry.release(workspace);
  }
}

function invalidName(name: string): ProblemError {
  const message = 'must be 1 to 40 characters: a-z, 0-9 and -';
  return new ProblemError(
    'invalid_parameter',
    `workspace ${message}; got '${name.slice(0, 64)}'.`,
    {
      errors: [{ parameter: 'workspace', code: 'pattern', message }],
    },
  );
}
