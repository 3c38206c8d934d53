import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Contract } from '@delivery-api/specs/contract';
import type { Reply } from '../contract/reply.ts';
import { placeOf } from '../contract/violations.ts';
import type { ControlPage } from '../control.ts';
import { prefixHint } from '../hint.ts';
import type { Exchange, InterfaceName } from '../public.ts';
import type { ServedInterface } from '../served-interface.ts';
import { discardRest } from './discard-rest.ts';
import { toProblem } from './problem.ts';
import { Refusal } from './refusal.ts';
import { ClientGone } from './take-body.ts';
import { parseTarget, type Target } from './target.ts';

export interface HandlerParts {
  served: ReadonlyMap<InterfaceName, ServedInterface>;
  pages: ReadonlyMap<string, ControlPage>;
  guard: (host: string | undefined, origin: string | undefined) => void;
  newRequestId: () => string;
  clock: () => number;
  onExchange: (exchange: Exchange) => void;
}

type Notes = { -readonly [K in keyof Exchange]: Exchange[K] };

/** Answers every request that reaches the port, whatever it is: from a page, from an interface, or with a problem. It never throws. */
export function createExchangeHandler(parts: HandlerParts): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const started = performance.now();
    const { path, authority } = parseTarget(request.url ?? '/');
    const notes: Notes = {
      at: new Date(parts.clock()).toISOString(),
      requestId: parts.newRequestId(),
      method: request.method ?? '',
      path,
      interface: undefined,
      operation: undefined,
      status: 0,
      milliseconds: 0,
      code: undefined,
      findings: [],
    };
    let reply: Reply;
    try {
      reply = await answer(parts, request, response, { path, authority }, notes);
    } catch (error) {
      if (error instanceof ClientGone) return;
      reply = problemReply(parts, error, notes);
    }
    send(response, reply, request);
    notes.status = reply.status;
    notes.milliseconds = performance.now() - started;
    parts.onExchange(notes);
  };
}

async function answer(
  parts: HandlerParts,
  message: IncomingMessage,
  response: ServerResponse,
  target: Target,
  notes: Notes,
): Promise<Reply> {
  const host = target.authority ?? message.headers.host;
  parts.guard(host, message.headers.origin);
  const page = parts.pages.get(target.path);
  if (page !== undefined) return pageReply(page, message.method ?? 'GET', `http://${host}`, notes.requestId);
  for (const [name, served] of parts.served) {
    if (target.path !== `/${name}` && !target.path.startsWith(`/${name}/`)) continue;
    notes.interface = name;
    const path = target.path.slice(name.length + 1);
    const invite = (): void => {
      if (/^100-continue$/i.test(message.headers.expect ?? '')) response.writeContinue();
    };
    const outcome = await served.handle({ message, path, requestId: notes.requestId, invite }, (operation) => {
      notes.operation = operation.id;
    });
    notes.findings = outcome.findings;
    return outcome.reply;
  }
  throw new Refusal('path_not_found', prefixHint(target.path, parts.served));
}

function pageReply(page: ControlPage, method: string, base: string, requestId: string): Reply {
  if (method !== 'GET' && method !== 'HEAD')
    throw new Refusal('method_not_allowed', `This path takes GET and HEAD, not ${method}.`, { headers: { Allow: 'GET, HEAD' } });
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'Request-Id': requestId },
    body: JSON.stringify(page(base), null, 2),
  };
}

function problemReply({ served }: HandlerParts, error: unknown, notes: Notes): Reply {
  const refusal = error instanceof Refusal ? error : new Refusal('internal_error', `A fault of the mock: ${(error as Error).message}`);
  notes.code = refusal.code;
  notes.findings =
    refusal.faults.length > 0 ? refusal.faults.map((fault) => `${placeOf(fault) || 'body'} ${fault.message}`) : [refusal.message];
  const contract = contractFor(served, notes.interface);
  const path = notes.interface === undefined ? notes.path : notes.path.slice(notes.interface.length + 1);
  const problem = toProblem(contract, refusal, notes.requestId, path);
  return {
    status: problem.status,
    headers: { 'Request-Id': notes.requestId, ...refusal.headers, 'Content-Type': 'application/problem+json' },
    body: JSON.stringify(problem),
  };
}

/** The contract whose catalogue words a refusal; outside the interfaces, that of the first, since server-wide codes are the same in all. */
export function contractFor(served: ReadonlyMap<InterfaceName, ServedInterface>, name: InterfaceName | undefined): Contract {
  const found = (name === undefined ? undefined : served.get(name)) ?? [...served.values()][0];
  if (found === undefined) throw new Error('No interface is served.');
  return found.contract;
}

function send(response: ServerResponse, { status, headers, body }: Reply, request: IncomingMessage): void {
  response.writeHead(status, { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) });
  response.end(body);
  discardRest(request);
}
