import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { behaviorFactories, createRequestIds, Sandbox, systemClock } from '@delivery-api/sandbox';
import type {
  ExamplesOptions,
  InterfaceName,
  Mock,
  MockOptions,
  ProxyMock,
  ProxyOptions,
  Sandbox as PublicSandbox,
  SandboxOptions,
} from './api/types.ts';
import { type LoadedContract, loadBuiltContract } from './contract/built-contract.ts';
import { interfacePathHint } from './contract/not-found-hint.ts';
import { controlRoutes, generalRoutes } from './control/routes.ts';
import { SandboxControl } from './control/sandbox-control.ts';
import { asMockError, sandboxHandle } from './control/sandbox-handle.ts';
import { respondToClientError } from './http/client-error.ts';
import { createExchangeHandler, type ExchangeHandlerOptions } from './http/exchange-handler.ts';
import { createGuard } from './http/guard.ts';
import { createStop, listen, urlHost } from './http/listen.ts';
import { createLocalRoutes, type LocalRoute } from './http/local-routes.ts';
import { logLine } from './http/log-line.ts';
import type { ServedInterface } from './http/served-interface.ts';
import { sendWebhook } from './http/webhook-sender.ts';
import { examplesMode } from './modes/examples.ts';
import type { Mode } from './modes/mode.ts';
import { ValidatingProxy } from './modes/proxy/validating-proxy.ts';
import { sandboxMode } from './modes/sandbox.ts';
import { serveInterface } from './modes/serve-interface.ts';
import { isPageRequest, withPage } from './page/routes.ts';
import { pageState } from './page/state.ts';
import { resetSchema } from './schemas/control.ts';
import { checkOptions, interfaceNames } from './schemas/options.ts';
import { parse } from './schemas/validate.ts';

type Contracts = ReadonlyMap<InterfaceName, LoadedContract>;
/** What a mode adds to the server. */
type ModeOptions = Omit<ExchangeHandlerOptions, 'served' | 'routes' | 'guard'> & {
  routes: LocalRoute[];
};

export async function startMock(options?: SandboxOptions): Promise<PublicSandbox>;
export async function startMock(options: ProxyOptions): Promise<ProxyMock>;
export async function startMock(options: ExamplesOptions): Promise<Mock>;
export async function startMock(options: MockOptions): Promise<Mock | PublicSandbox | ProxyMock>;
export async function startMock(
  options: MockOptions = {},
): Promise<Mock | PublicSandbox | ProxyMock> {
  checkOptions(options);
  if (options.mode === 'proxy') return startProxy(options);
  const contracts = loadContracts(options.interfaces ?? interfaceNames);
  return options.mode === 'examples'
    ? startExamples(contracts, options)
    : startSandbox(contracts, options);
}

async function startExamples(contracts: Contracts, options: ExamplesOptions): Promise<Mock> {
  const { clock = Date.now, random, log } = options;
  const served = serve(contracts, () => examplesMode);
  const mock = await openServer(served, options, {
    routes: generalRoutes('examples', served),
    newRequestId: createRequestIds(random),
    clock,
    onExchange: (exchange) => log?.(logLine(exchange), exchange),
  });
  return { ...mock, mode: 'examples' };
}

async function startProxy(options: ProxyOptions): Promise<ProxyMock> {
  const { timeoutSeconds = 60, log } = options;
  const upstreams = new Map<InterfaceName, string>();
  for (const name of interfaceNames) {
    const url = options.upstreams[name];
    if (url !== undefined) upstreams.set(name, new URL(url).href.replace(/\/+$/, ''));
  }
  const contracts = loadContracts([...upstreams.keys()]);
  const proxy = new ValidatingProxy(contracts, upstreams, timeoutSeconds);
  const details = () => ({ upstreams: Object.fromEntries(upstreams) });
  const routes = [...generalRoutes('proxy', proxy.served, details), ...proxy.routes()];
  const mock = await openServer(proxy.served, options, {
    routes: withPage(routes, {
      mode: 'proxy',
      contracts: new Map([...contracts].map(([name, { contract }]) => [name, contract])),
      streams: false,
      state: () => ({ requests: proxy.requests({ limit: 40 }) }),
    }),
    newRequestId: createRequestIds(undefined),
    clock: Date.now,
    onExchange(exchange, isLocal) {
      if (!isLocal) proxy.record(exchange);
      if (!isPageRequest(exchange.path)) log?.(logLine(exchange), exchange);
    },
  });
  const stop = (): Promise<void> => {
    proxy.stop();
    return mock.stop();
  };
  const requests: ProxyMock['requests'] = (filter) => asMockError(() => proxy.requests(filter));
  return { ...mock, stop, mode: 'proxy', requests, report: () => proxy.report() };
}

async function startSandbox(contracts: Contracts, options: SandboxOptions): Promise<PublicSandbox> {
  const { clock: { start, ...pace } = {}, webhooks, limits = false, log } = options;
  let url = '';
  const sandbox = asMockError(
    () =>
      new Sandbox({
        data: parse(resetSchema, options.data && { data: options.data }).data,
        contracts: new Map([...contracts].map(([name, { contract }]) => [name, contract])),
        behaviors: behaviorFactories,
        clock: { ...pace, ...(start !== undefined && { start: Date.parse(start) }) },
        wallClock: systemClock,
        sender: sendWebhook,
        maxEntries: options.maxEntries ?? 10_000,
        limits,
        baseUrl: (name) => `${url}/${name}`,
        seed: options.seed,
      }),
  );
  const control = new SandboxControl(sandbox);
  const served = serve(contracts, (name) => sandboxMode(sandbox.handler(name)));
  const newLocalId = createRequestIds(undefined);
  const details = () => ({ seed: sandbox.runtime.seed, clock: { ...control.clock() }, limits });
  try {
    if (webhooks !== undefined) asMockError(() => control.setWebhooks(webhooks));
    const routes = [
      ...generalRoutes('sandbox', served, details),
      ...controlRoutes(sandbox, control),
    ];
    const mock = await openServer(served, options, {
      routes: withPage(routes, {
        mode: 'sandbox',
        contracts: sandbox.contracts,
        streams: true,
        state: () => pageState(control),
      }),
      newRequestId: (isLocal) => (isLocal ? newLocalId() : sandbox.runtime.newRequestId()),
      clock: () => sandbox.runtime.clock.now(),
      setsDate: true,
      onExchange(exchange, isLocal) {
        if (!isLocal) sandbox.logRequest(exchange);
        if (!isPageRequest(exchange.path)) log?.(logLine(exchange), exchange);
      },
    });
    url = mock.url;
    const stop = (): Promise<void> => {
      sandbox.stop();
      return mock.stop();
    };
    return sandboxHandle({ ...mock, stop }, () => sandbox.runtime.seed, control);
  } catch (error) {
    sandbox.stop();
    throw error;
  }
}

const loadContracts = (names: readonly InterfaceName[]): Contracts =>
  new Map(
    interfaceNames
      .filter((name) => names.includes(name))
      .map((name) => [name, loadBuiltContract(name)]),
  );

function serve(
  contracts: Contracts,
  modeOf: (name: InterfaceName) => Mode,
): Map<InterfaceName, ServedInterface> {
  const served = new Map<InterfaceName, ServedInterface>();
  for (const [name, contract] of contracts) {
    const hint = (path: string): string => interfacePathHint(name, path, served);
    served.set(name, serveInterface(contract, modeOf(name), hint));
  }
  return served;
}

async function openServer(
  served: ReadonlyMap<InterfaceName, ServedInterface>,
  { port = 0, host = '127.0.0.1', allowHosts, allowOrigins }: MockOptions,
  { routes, ...mode }: ModeOptions,
): Promise<Omit<Mock, 'mode'>> {
  const handle = createExchangeHandler({
    served,
    routes: createLocalRoutes(routes),
    guard: createGuard({ host, allowHosts, allowOrigins }),
    ...mode,
  });
  const server = createServer({ requireHostHeader: false });
  // Without these handlers Node itself accepts every body, and rejects other expectations and a
  // missing Host.
  server.on('request', handle).on('checkContinue', handle).on('checkExpectation', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    respondToClientError(served, error, socket as Socket, mode.newRequestId(true)),
  );
  await listen(server, port, host);
  const { address, port: bound } = server.address() as AddressInfo;
  const url = `http://${urlHost(host, address)}:${bound}`;
  return {
    url,
    lastmile: `${url}/lastmile`,
    marketplace: `${url}/marketplace`,
    port: bound,
    stop: createStop(server),
  };
}
