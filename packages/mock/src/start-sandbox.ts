import { getHeapStatistics } from 'node:v8';
import {
  behaviorFactories,
  defaultWorkspace,
  isExportFile,
  readExportFile,
  Sandbox,
  systemClock,
} from '@delivery-api/sandbox';
import type { Sandbox as PublicSandbox, SandboxOptions, WebhookTargets } from './api/types.ts';
import { generalRoutes } from './control/general-routes.ts';
import { controlRoutes } from './control/routes.ts';
import { controlOf } from './control/sandbox-control.ts';
import { asMockError, sandboxHandle } from './control/sandbox-handle.ts';
import { useWorkspace } from './control/workspace-scope.ts';
import { logLine } from './http/log-line.ts';
import { sendWebhook } from './http/webhook-sender.ts';
import { sandboxMode, sandboxSessions } from './modes/sandbox.ts';
import { type Contracts, openServer, serve } from './open-server.ts';
import { isPageRequest, withPage } from './page/routes.ts';
import { pageState } from './page/state.ts';
import { resetSchema } from './schemas/control.ts';
import { parse } from './schemas/validate.ts';
import { WorkspaceRegistry } from './workspaces/registry.ts';
import type { WorkspaceState } from './workspaces/storage.ts';

const maxWorkspaces = 10_000;
/** The share of the heap limit that the state of all workspaces may use. */
const memoryShare = 0.5;

/** Starts the mode `sandbox`. */
export async function startSandbox(
  contracts: Contracts,
  options: SandboxOptions,
): Promise<PublicSandbox> {
  const { webhooks, limits = false, log } = options;
  let url = '';
  let targets: WebhookTargets | undefined;
  const newSandbox = sandboxFactory(contracts, options, () => url);
  const create = (name: string, state: WorkspaceState): Sandbox => {
    const created = newSandbox(name, state);
    if (targets !== undefined && state.stored === undefined)
      controlOf(created).setWebhooks(targets);
    return created;
  };
  const registry = new WorkspaceRegistry({
    create,
    maxWorkspaces,
    memoryBudget: options.memoryBudget ?? getHeapStatistics().heap_size_limit * memoryShare,
    now: Date.now,
  });
  try {
    const { sandbox } = await asMockError(() => registry.open(defaultWorkspace));
    // Every workspace begins with the targets of the start, signed with the same secrets.
    if (webhooks !== undefined)
      targets = asMockError(() => controlOf(sandbox).setWebhooks(webhooks));
    const served = serve(contracts, sandboxMode);
    const details = () => ({
      seed: sandbox.runtime.seed,
      clock: { ...controlOf(sandbox).clock() },
      limits,
    });
    const routes = [...generalRoutes('sandbox', served, details), ...controlRoutes(registry)];
    const mock = await openServer(served, options, {
      routes: withPage(routes, {
        mode: 'sandbox',
        contracts: sandbox.contracts,
        streams: true,
        state: (request) => useWorkspace(registry, request, pageState),
      }),
      ...sandboxSessions(registry),
      setsDate: true,
      onExchange(exchange, isLocal, { workspace }) {
        if (!isLocal) (workspace?.sandbox ?? sandbox).logRequest(exchange);
        if (!isPageRequest(exchange.path)) log?.(logLine(exchange), exchange);
      },
    });
    url = mock.url;
    const stop = (): Promise<void> => {
      registry.stop();
      return mock.stop();
    };
    return sandboxHandle({ ...mock, stop }, sandbox, registry);
  } catch (error) {
    registry.stop();
    throw error;
  }
}

/** Returns a function that creates the sandbox of a workspace with the options of the start. */
function sandboxFactory(
  contracts: Contracts,
  options: SandboxOptions,
  url: () => string,
): (name: string, state: WorkspaceState) => Sandbox {
  const { clock: { start, ...pace } = {}, seed, limits = false, maxEntries = 10_000 } = options;
  const begin = asMockError(() => readTemplate(options.data));
  // All workspaces share one map, to which compiled schemas belong.
  const shared = new Map([...contracts].map(([name, { contract }]) => [name, contract]));
  return (name, state) =>
    new Sandbox({
      ...begin,
      ...state,
      contracts: shared,
      behaviors: behaviorFactories,
      clock: { ...pace, ...(start !== undefined && { start: Date.parse(start) }) },
      wallClock: systemClock,
      sender: sendWebhook,
      maxEntries,
      limits,
      baseUrl: (one) => `${url()}/${one}`,
      seed: seed === undefined || name === defaultWorkspace ? seed : `${seed} ${name}`,
    });
}

/** Returns what a new workspace begins with: data, or the state of an exported workspace. */
const readTemplate = (data: SandboxOptions['data']) =>
  isExportFile(data)
    ? { snapshot: readExportFile(data) }
    : { data: parse(resetSchema, data && { data }).data };
