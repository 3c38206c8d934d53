import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CommandHandler,
  createRequestIds,
  defaultWorkspace,
  parseToken,
} from '@delivery-api/sandbox';
import type { InterfaceName } from '../api/types.ts';
import type { Forward } from '../http/local-routes.ts';
import { plainSession, type Session } from '../http/session.ts';
import type { WorkspaceRegistry } from '../workspaces/registry.ts';
import type { Workspace } from '../workspaces/workspace.ts';
import type { Mode } from './mode.ts';

/** Creates `sandbox` mode: responses come from the state, unless `Prefer` selects an example. */
export const sandboxMode = (name: InterfaceName): Mode => ({
  validatesResponses: true,
  reportsEntityErrors: true,
  authorize: (request, workspace) => handlerOf(name, workspace).authorize(request),
  limitBody: (request, workspace) => handlerOf(name, workspace).limitBody(request),
  respond: async (request, workspace) =>
    request.choice === undefined ? handlerOf(name, workspace).handle(request) : undefined,
});

function handlerOf(name: InterfaceName, workspace: Workspace | undefined): CommandHandler {
  if (workspace === undefined) throw new Error('The request has no workspace.');
  return workspace.sandbox.interface(name).handler;
}

/**
 * Returns the functions that open the sessions of requests to a sandbox.
 *
 * @param forward forwards requests to workspaces that other processes own. Default: never forwards.
 */
export function sandboxSessions(
  registry: WorkspaceRegistry,
  forward?: Forward,
): {
  session: (isLocal: boolean) => Session;
  openSession: (message: IncomingMessage, response: ServerResponse) => Promise<Session | undefined>;
} {
  // Local requests have their own sequence of request IDs, so that they do not change the sequence
  // of the interfaces.
  const newLocalId = createRequestIds(undefined);
  return {
    session(isLocal) {
      const runtime = registry.loaded(defaultWorkspace)?.sandbox.runtime;
      if (runtime === undefined) return plainSession(newLocalId, Date.now);
      const newId = isLocal ? newLocalId : runtime.newRequestId;
      return plainSession(newId, () => runtime.clock.now());
    },
    async openSession(message, response) {
      const { authorization = '' } = message.headers;
      const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
      const name = parseToken(token)?.workspace ?? defaultWorkspace;
      if (await forward?.(name, message, response)) return undefined;
      const workspace = await registry.acquire(name);
      const { sandbox } = workspace;
      return {
        workspace,
        newRequestId: () => sandbox.runtime.newRequestId(),
        now: () => sandbox.runtime.clock.now(),
        ...(registry.isStored && { commit: () => registry.commit(workspace) }),
        end: () => registry.release(workspace),
      };
    },
  };
}
