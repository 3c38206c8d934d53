import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { loadBuiltContract } from './built-contract.ts';
import { controlPages } from './control.ts';
import { pathHint } from './hint.ts';
import { logLine } from './log-line.ts';
import { examplesMode } from './modes/examples.ts';
import type { ModeBehaviour } from './modes/mode.ts';
import { type InterfaceName, type Mock, MockError, type MockOptions, type Mode } from './public.ts';
import { requestIds } from './request-id.ts';
import { type ServedInterface, serveInterface } from './served-interface.ts';
import { createExchangeHandler } from './server/exchange-handler.ts';
import { createGuard } from './server/guard.ts';
import { answerUnreadable } from './server/unreadable.ts';

const interfaceNames: readonly InterfaceName[] = ['lastmile', 'marketplace'];
const modes: Readonly<Record<Mode, ModeBehaviour>> = { examples: examplesMode };

export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', mode = 'examples', interfaces = interfaceNames, log, clock = Date.now, random } = options;
  checkOptions(port, mode, interfaces);
  const served = new Map<InterfaceName, ServedInterface>();
  for (const name of interfaceNames.filter((one) => interfaces.includes(one))) {
    served.set(
      name,
      serveInterface(loadBuiltContract(name), modes[mode], (path) => pathHint(name, path, served)),
    );
  }
  const newRequestId = requestIds(random);
  const handle = createExchangeHandler({
    served,
    pages: controlPages(mode, served),
    guard: createGuard(host),
    newRequestId,
    clock,
    onExchange: (exchange) => log?.(logLine(exchange), exchange),
  });
  const server = createServer({ requireHostHeader: false });
  // Without these Node would invite every body, and refuse other expectations and a missing Host, by itself.
  server.on('request', handle).on('checkContinue', handle).on('checkExpectation', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerUnreadable(served, error, socket as Socket, newRequestId()));
  await listen(server, port, host);
  const { address, port: bound } = server.address() as AddressInfo;
  const url = `http://${addressOf(host, address)}:${bound}`;
  return { url, lastmile: `${url}/lastmile`, marketplace: `${url}/marketplace`, port: bound, mode, stop: stopper(server) };
}

function checkOptions(port: number, mode: Mode, interfaces: readonly InterfaceName[]): void {
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new MockError(`port: expected a whole number from 0 (any free one) to 65535, not ${port}.`);
  if (!Object.hasOwn(modes, mode)) throw new MockError(`mode: expected ${Object.keys(modes).join(' or ')}, not '${mode}'.`);
  const unknown = interfaces.find((name) => !interfaceNames.includes(name));
  if (unknown !== undefined) throw new MockError(`interfaces: expected ${interfaceNames.join(' or ')}, not '${unknown}'.`);
  if (interfaces.length === 0) throw new MockError('interfaces: expected at least one.');
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new MockError(whyNot(error, port, host), error.code)));
    server.listen(port, host, resolve);
  });
}

function whyNot({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken on ${host}. Choose another, or 0 for any free one.`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user. Choose one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `'${host}' is no address of this machine. Leave it out for 127.0.0.1.`;
    default:
      return `The mock cannot listen on ${host}, port ${port}: ${message}.`;
  }
}

/** The host to put into addresses: what was asked for, or the loopback address where that was a wildcard. */
function addressOf(host: string, address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function stopper(server: Server): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return stopped;
  };
}
