import { ProblemError } from '@delivery-api/sandbox';
import { jsonRoute, type LocalRoute } from '../http/local-routes.ts';
import type { WorkspaceRegistry } from '../workspaces/registry.ts';

/** Returns the routes that list and delete workspaces. */
export function workspaceRoutes(registry: WorkspaceRegistry): LocalRoute[] {
  return [
    jsonRoute('GET', '/_sandbox/workspaces', 'List the workspaces, sorted by name.', () =>
      registry.list(),
    ),
    {
      method: 'DELETE',
      path: '/_sandbox/workspaces/{name}',
      description: 'Delete a workspace.',
      workspace: 'path',
      handle: async ({ parameters: [name = ''] }) => {
        if (!(await registry.delete(name)))
          throw new ProblemError(
            'path_not_found',
            `The workspace '${name.slice(0, 64)}' does not exist. GET /_sandbox/workspaces lists the workspaces.`,
          );
        return { body: { deleted: name } };
      },
    },
  ];
}
