import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { InterfaceName, Mock, MockOptions } from './api/types.ts';
import { type LoadedContract, loadBuiltContract } from './contract/built-contract.ts';
import { interfacePathHint } from './contract/not-found-hint.ts';
import { respondToClientError } from './http/client-error.ts';
import { createExchangeHandler, type ExchangeHandlerOptions } from './http/exchange-handler.ts';
import { createGuard } from './http/guard.ts';
import { createStop, listen, urlHost } from './http/listen.ts';
import { createLocalRoutes, type LocalRoute, type LocalRouteOptions } from './http/local-routes.ts';
import type { ServedInterface } from './http/served-interface.ts';
import type { Mode } from './modes/mode.ts';
import { serveInterface } from './modes/serve-interface.ts';
import { interfaceNames } from './schemas/options.ts';

export type Contracts = ReadonlyMap<InterfaceName, LoadedContract>;
/** The server options that a mode provides. */
export type ModeOptions = Omit<
  ExchangeHandlerOptions,
  'served' | 'routes' | 'guard' | 'allowOrigins'
> & {
  routes: LocalRoute[];
} & LocalRouteOptions;

export const loadContracts = (names: readonly InterfaceName[]): Contracts =>
  new Map(
    interfaceNames
      .filter((name) => names.includes(name))
      .map((name) => [name, loadBuiltContract(name)]),
  );

/** Serves the interfaces in a mode. */
export function serve(
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

/** Opens the port of a mock. */
export async function openServer(
  served: ReadonlyMap<InterfaceName, ServedInterface>,
  { port = 0, host = '127.0.0.1', allowHosts, allowOrigins }: MockOptions,
  { routes, forward, operatorToken, ...mode }: ModeOptions,
): Promise<Omit<Mock, 'mode'>> {
  const handle = createExchangeHandler({
    served,
    routes: createLocalRoutes(routes, { forward, operatorToken }),
    guard: createGuard({ host, allowHosts, allowOrigins }),
    allowOrigins,
    ...mode,
  });
  const server = createServer({ requireHostHeader: false });
  // By default, Node.js itself responds to requests with `Expect` or without `Host`. Here, the mock
  // handles them.
  server.on('request', handle).on('checkContinue', handle).on('checkExpectation', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    respondToClientError(served, error, socket as Socket, mode.session(true).newRequestId()),
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
