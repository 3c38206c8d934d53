import { getHeapStatistics } from 'node:v8';
import {
  behaviorFactories,
  defaultWorkspace,
  isExportFile,
  readExportFile,
  Sandbox,
  systemClock,
} from '@delivery-api/sandbox';
import type { Json } from '@delivery-api/specs/contract';
import {
  MockError,
  type Sandbox as PublicSandbox,
  type SandboxOptions,
  type WebhookTargets,
} from './api/types.ts';
import { Cluster } from './cluster/cluster.ts';
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
import { isPostgres } from './storage/address.ts';
import { WorkspaceRegistry } from './workspaces/registry.ts';
import type { WorkspaceState } from './workspaces/storage.ts';
import { ForeignWorkspaceError, StoredWorkspaces } from './workspaces/stored-workspaces.ts';

const maxWorkspaces = 10_000;
/** Default of `memoryBudget`, as a fraction of the heap limit. */
const memoryShare = 0.5;

/** Starts a mock in `sandbox` mode. */
export async function startSandbox(
  contracts: Contracts,
  options: SandboxOptions,
): Promise<PublicSandbox> {
  const { webhooks, limits = false, log } = options;
  const { store = 'memory', cluster: clusterOptions, operatorToken } = options;
  if (clusterOptions !== undefined && !isPostgres(store))
    throw new MockError(
      'cluster: requires a store in PostgreSQL, such as postgres://localhost/mock.',
    );
  let url = '';
  let targets: WebhookTargets | undefined;
  const newSandbox = sandboxFactory(contracts, options, () => url);
  const create = (name: string, state: WorkspaceState): Sandbox => {
    const created = newSandbox(name, state);
    if (targets !== undefined && state.stored === undefined)
      controlOf(created).setWebhooks(targets);
    return created;
  };
  const storage = await StoredWorkspaces.connect(store, clusterOptions);
  const registry = new WorkspaceRegistry({
    create,
    storage,
    maxWorkspaces,
    memoryBudget: options.memoryBudget ?? getHeapStatistics().heap_size_limit * memoryShare,
    now: Date.now,
  });
  if (storage !== undefined)
    storage.listener = {
      onLost: (name) => registry.drop(name),
      onDue: (name) => registry.open(name),
    };
  const cluster = clusterOptions && new Cluster(registry, clusterOptions);
  const stopAll = async (): Promise<void> => {
    registry.stop();
    cluster?.stop();
    await storage?.close();
  };
  /** The default workspace, unless another replica owns it. */
  const ownDefault = (): Sandbox | undefined => registry.loaded(defaultWorkspace)?.sandbox;
  try {
    await asMockError(() => registry.open(defaultWorkspace).catch(ignoreForeign));
    // Every new workspace gets the webhook targets in the start options, with the secrets of the
    // default workspace if this replica owns that workspace.
    const sandbox = ownDefault();
    if (webhooks !== undefined)
      targets = sandbox ? asMockError(() => controlOf(sandbox).setWebhooks(webhooks)) : webhooks;
    const served = serve(contracts, sandboxMode);
    const details = (): Record<string, Json> => {
      const own = ownDefault();
      return {
        ...(own && { seed: own.runtime.seed, clock: { ...controlOf(own).clock() } }),
        limits,
        store: store.split(':', 1)[0] as string,
      };
    };
    const routes = [...generalRoutes('sandbox', served, details), ...controlRoutes(registry)];
    const mock = await openServer(served, options, {
      routes: withPage(routes, {
        mode: 'sandbox',
        contracts: new Map([...contracts].map(([name, { contract }]) => [name, contract])),
        streams: true,
        state: (request) => useWorkspace(registry, request, pageState),
      }),
      ...sandboxSessions(registry, cluster?.forward),
      forward: cluster?.forward,
      operatorToken,
      setsDate: true,
      onExchange(exchange, isLocal, { workspace }) {
        if (!isLocal) (workspace?.sandbox ?? ownDefault())?.logRequest(exchange);
        if (!isPageRequest(exchange.path)) log?.(logLine(exchange), exchange);
      },
    });
    url = mock.url;
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopped ??= Promise.all([mock.stop(), stopAll()]).then(() => {});
      return stopped;
    };
    const current = (): Sandbox => {
      const own = ownDefault();
      if (own !== undefined) return own;
      throw new MockError('The default workspace is not in this process.', 'service_unavailable');
    };
    return sandboxHandle({ ...mock, stop }, current, registry);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

function ignoreForeign(error: unknown): void {
  if (!(error instanceof ForeignWorkspaceError)) throw error;
}

/** Returns a function that creates the sandbox of a workspace with the start options. */
function sandboxFactory(
  contracts: Contracts,
  options: SandboxOptions,
  url: () => string,
): (name: string, state: WorkspaceState) => Sandbox {
  const {
    clock: { start, ...speedOptions } = {},
    seed,
    limits = false,
    maxEntries = 10_000,
  } = options;
  const template = asMockError(() => readTemplate(options.data));
  // All workspaces share one map, and therefore also the schemas that are compiled for the map.
  const shared = new Map([...contracts].map(([name, { contract }]) => [name, contract]));
  return (name, state) =>
    new Sandbox({
      ...template,
      ...state,
      contracts: shared,
      behaviors: behaviorFactories,
      clock: { ...speedOptions, ...(start !== undefined && { start: Date.parse(start) }) },
      wallClock: systemClock,
      sender: sendWebhook,
      maxEntries,
      limits,
      baseUrl: (interfaceName) => `${url()}/${interfaceName}`,
      seed: seed === undefined || name === defaultWorkspace ? seed : `${seed} ${name}`,
    });
}

/** Returns the initial content of new workspaces: data, or the state of an exported workspace. */
const readTemplate = (data: SandboxOptions['data']) =>
  isExportFile(data)
    ? { snapshot: readExportFile(data) }
    : { data: parse(resetSchema, data && { data }).data };
