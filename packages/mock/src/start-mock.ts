import { createRequestIds } from '@delivery-api/sandbox';
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
import { generalRoutes } from './control/general-routes.ts';
import { asMockError } from './control/sandbox-handle.ts';
import { logLine } from './http/log-line.ts';
import { plainSession } from './http/session.ts';
import { examplesMode } from './modes/examples.ts';
import { ValidatingProxy } from './modes/proxy/validating-proxy.ts';
import { type Contracts, loadContracts, openServer, serve } from './open-server.ts';
import { isPageRequest, withPage } from './page/routes.ts';
import { checkOptions, interfaceNames } from './schemas/options.ts';
import { startSandbox } from './start-sandbox.ts';

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
  const session = plainSession(createRequestIds(random), clock);
  const mock = await openServer(served, options, {
    routes: generalRoutes('examples', served),
    session: () => session,
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
  const session = plainSession(createRequestIds(undefined), Date.now);
  const details = () => ({ upstreams: Object.fromEntries(upstreams) });
  const routes = [...generalRoutes('proxy', proxy.served, details), ...proxy.routes()];
  const mock = await openServer(proxy.served, options, {
    routes: withPage(routes, {
      mode: 'proxy',
      contracts: new Map([...contracts].map(([name, { contract }]) => [name, contract])),
      streams: false,
      state: () => ({ requests: proxy.requests({ limit: 40 }) }),
    }),
    session: () => session,
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
