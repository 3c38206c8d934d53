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

/** Creates the mode `sandbox`: responses come from state, unless `Prefer` asks for an example. */
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
 * Opens the sessions of requests to the workspaces of a registry.
 *
 * @param forward forwards the requests to workspaces of other processes. Default: there are none.
 */
export function sandboxSessions(
  registry: WorkspaceRegistry,
  forward?: Forward,
): {
  session: (isLocal: boolean) => Session;
  openSession: (message: IncomingMessage, response: ServerResponse) => Promise<Session | undefined>;
} {
  // Local routes have their own sequence, so that they do not change the ids of an interface.
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
