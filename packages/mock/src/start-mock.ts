import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { behaviorFactories } from '@delivery-api/sandbox/behaviors.ts';
import { realClock } from '@delivery-api/sandbox/kernel/clock.ts';
import type { ModeBehaviour } from '@delivery-api/sandbox/kernel/mode.ts';
import { requestIds } from '@delivery-api/sandbox/kernel/request-id.ts';
import { Sandbox } from '@delivery-api/sandbox/sandbox.ts';
import { type LoadedContract, loadBuiltContract } from './contract/built-contract.ts';
import { pathHint } from './contract/not-found-hint.ts';
import { createSurface, type Route } from './control/control-api.ts';
import { Controls } from './control/controls.ts';
import { readForm } from './control/form.ts';
import { asMockError, sandboxHandle } from './control/library.ts';
import { generalRoutes, sandboxRoutes } from './control/routes.ts';
import { resetForm } from './control/schemas.ts';
import { createExchangeHandler, type HandlerParts } from './http/exchange-handler.ts';
import { createGuard } from './http/guard.ts';
import { addressOf, listen, stopper } from './http/listen.ts';
import { logLine } from './http/log-line.ts';
import { type ServedInterface, serveInterface } from './http/serve-interface.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { examplesMode } from './modes/examples.ts';
import { JudgingProxy } from './modes/proxy/proxy.ts';
import { checkUpstreams } from './modes/proxy/upstreams.ts';
import { checkOptions, interfaceNames } from './options.ts';
import { feedsPage, withPage } from './page/routes.ts';
import { pageState } from './page/state.ts';
import type {
  ExamplesOptions,
  Exchange,
  InterfaceName,
  Mock,
  MockOptions,
  ProxyMock,
  ProxyOptions,
  Sandbox as PublicSandbox,
  SandboxOptions,
} from './public.ts';

type Contracts = ReadonlyMap<InterfaceName, LoadedContract>;
/** What a mode brings to the server. */
type Behaviour = Pick<HandlerParts, 'newRequestId' | 'clock' | 'onExchange' | 'datesAnswers'> & {
  routes: Route[];
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
  const { interfaces = interfaceNames } = options;
  const contracts = new Map(
    interfaceNames
      .filter((one) => interfaces.includes(one))
      .map((name) => [name, loadBuiltContract(name)]),
  );
  return options.mode === 'examples'
    ? startExamples(contracts, options)
    : startSandbox(contracts, options);
}

async function startExamples(contracts: Contracts, options: ExamplesOptions): Promise<Mock> {
  const { clock = Date.now, random, log } = options;
  const served = serve(contracts, () => examplesMode);
  const started = await open(served, options, {
    routes: generalRoutes('examples', served),
    newRequestId: requestIds(random),
    clock,
    onExchange: (exchange) => log?.(logLine(exchange), exchange),
  });
  return { ...started, mode: 'examples' };
}

async function startProxy(options: ProxyOptions): Promise<ProxyMock> {
  const { timeoutSeconds = 60, log } = options;
  const upstreams = checkUpstreams(options.upstreams, interfaceNames);
  const contracts = new Map(
    interfaceNames
      .filter((name) => upstreams.has(name))
      .map((name) => [name, loadBuiltContract(name)]),
  );
  const proxy = new JudgingProxy(contracts, upstreams, timeoutSeconds);
  const started = await open(proxy.served, options, {
    routes: withPage(
      [
        ...generalRoutes('proxy', proxy.served, () => ({
          upstreams: Object.fromEntries(upstreams),
        })),
        ...proxy.routes(),
      ],
      {
        mode: 'proxy',
        contracts: new Map([...contracts].map(([name, { contract }]) => [name, contract])),
        streams: false,
        state: () => ({ requests: proxy.requests({ limit: 40 }) }),
      },
    ),
    newRequestId: requestIds(undefined),
    clock: Date.now,
    onExchange(exchange, isControl) {
      if (!isControl) proxy.note(exchange);
      if (!feedsPage(exchange.path)) log?.(logLine(exchange), exchange);
    },
  });
  const stop = (): Promise<void> => {
    proxy.stop();
    return started.stop();
  };
  const requests: ProxyMock['requests'] = (filter) => asMockError(() => proxy.requests(filter));
  return { ...started, stop, mode: 'proxy', requests, report: () => proxy.report() };
}

async function startSandbox(contracts: Contracts, options: SandboxOptions): Promise<PublicSandbox> {
  const {
    seed,
    clock: { start, ...pace } = {},
    webhooks,
    data,
    maxEntries = 10_000,
    limits = false,
    log,
  } = options;
  let url = '';
  const sandbox = asMockError(
    () =>
      new Sandbox({
        data: readForm(resetForm, data === undefined ? {} : { data }).data,
        contracts: new Map([...contracts].map(([name, { contract }]) => [name, contract])),
        worlds: behaviorFactories,
        clock: { ...pace, ...(start !== undefined && { start: Date.parse(start) }) },
        wall: realClock,
        maxEntries,
        limits,
        baseUrl: (name) => `${url}/${name}`,
        seed,
      }),
  );
  const controls = new Controls(sandbox);
  const served = serve(contracts, (name) => sandbox.mode(name));
  const controlId = requestIds(undefined);
  const health = () => ({ seed: sandbox.run.seed, clock: { ...controls.clock() }, limits });
  try {
    if (webhooks !== undefined) asMockError(() => controls.setWebhooks(webhooks));
    const started = await open(served, options, {
      routes: withPage(
        [...generalRoutes('sandbox', served, health), ...sandboxRoutes(sandbox, controls)],
        {
          mode: 'sandbox',
          contracts: sandbox.contracts,
          streams: true,
          state: () => pageState(controls),
        },
      ),
      newRequestId: (isControl) => (isControl ? controlId() : sandbox.run.newRequestId()),
      clock: () => sandbox.run.clock.now(),
      datesAnswers: true,
      onExchange(exchange: Exchange, isControl) {
        if (!isControl) sandbox.note(exchange);
        if (!feedsPage(exchange.path)) log?.(logLine(exchange), exchange);
      },
    });
    url = started.url;
    const stop = (): Promise<void> => {
      sandbox.stop();
      return started.stop();
    };
    return sandboxHandle({ ...started, stop }, sandbox, controls);
  } catch (error) {
    sandbox.stop();
    throw error;
  }
}

function serve(
  contracts: Contracts,
  modeOf: (name: InterfaceName) => ModeBehaviour,
): Map<InterfaceName, ServedInterface> {
  const served = new Map<InterfaceName, ServedInterface>();
  for (const [name, contract] of contracts) {
    served.set(
      name,
      serveInterface(contract, modeOf(name), (path) => pathHint(name, path, served)),
    );
  }
  return served;
}

async function open(
  served: ReadonlyMap<InterfaceName, ServedInterface>,
  { port = 0, host = '127.0.0.1', allowHosts }: MockOptions,
  { routes, ...behaviour }: Behaviour,
): Promise<Omit<Mock, 'mode'>> {
  const handle = createExchangeHandler({
    served,
    surface: createSurface(routes),
    guard: createGuard(host, allowHosts),
    ...behaviour,
  });
  const server = createServer({ requireHostHeader: false });
  // Without these Node would invite every body, and refuse other expectations and a missing Host,
  // by itself.
  server.on('request', handle).on('checkContinue', handle).on('checkExpectation', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerUnreadable(served, error, socket as Socket, behaviour.newRequestId(true)),
  );
  await listen(server, port, host);
  const { address, port: bound } = server.address() as AddressInfo;
  const url = `http://${addressOf(host, address)}:${bound}`;
  return {
    url,
    lastmile: `${url}/lastmile`,
    marketplace: `${url}/marketplace`,
    port: bound,
    stop: stopper(server),
  };
}
