import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readContract } from '@delivery-api/specs/contract';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createRequestIds } from '../../../sandbox/src/kernel/request-id.ts';
import type { Exchange, InterfaceName } from '../../src/api/types.ts';
import type { LoadedContract } from '../../src/contract/built-contract.ts';
import { interfacePathHint } from '../../src/contract/not-found-hint.ts';
import { generalRoutes } from '../../src/control/general-routes.ts';
import { createExchangeHandler } from '../../src/http/exchange-handler.ts';
import { createGuard } from '../../src/http/guard.ts';
import { createLocalRoutes } from '../../src/http/local-routes.ts';
import type { ServedInterface } from '../../src/http/served-interface.ts';
import { plainSession } from '../../src/http/session.ts';
import { examplesMode } from '../../src/modes/examples.ts';
import type { Mode } from '../../src/modes/mode.ts';
import { serveInterface } from '../../src/modes/serve-interface.ts';
import type { Workspace } from '../../src/workspaces/workspace.ts';
import { tinyDocument } from './tiny-document.ts';

export async function tinyContract(): Promise<LoadedContract> {
  const operations = await getHttpOperationsFromSpec(structuredClone(tinyDocument));
  return {
    contract: readContract(structuredClone(tinyDocument)),
    operations: new Map(operations.map((one) => [String(one.iid), one])),
  };
}

/** Serves the tiny contract on a free port, at `/lastmile`. */
export async function startTiny(mode: Mode = examplesMode, workspace?: Workspace) {
  const served = new Map<InterfaceName, ServedInterface>();
  served.set(
    'lastmile',
    serveInterface(await tinyContract(), mode, (path) =>
      interfacePathHint('lastmile', path, served),
    ),
  );
  const exchanges: Exchange[] = [];
  const session = {
    ...plainSession(createRequestIds(undefined), () => 0),
    workspace,
  };
  const server = createServer({ requireHostHeader: false });
  const handle = createExchangeHandler({
    served,
    routes: createLocalRoutes(generalRoutes('examples', served)),
    guard: createGuard({ host: '127.0.0.1', allowOrigins: ['http://docs.localhost:4000'] }),
    session: () => session,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  server.on('request', handle).on('checkContinue', handle).on('checkExpectation', handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port, exchanges, stop };
}
