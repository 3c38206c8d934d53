import type { IncomingMessage, ServerResponse } from 'node:http';
import { DropConnection, ProblemError, withLocation } from '@delivery-api/sandbox';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { Exchange, InterfaceName } from '../api/types.ts';
import { rootPathHint } from '../contract/not-found-hint.ts';
import { toProblem } from '../contract/problem.ts';
import type { HttpResponse } from '../contract/response.ts';
import { problemFindings } from '../contract/response-errors.ts';
import { clientIdentity } from './client-identity.ts';
import { corsHeaders, isPreflight, preflightResponse } from './cors.ts';
import { discardBody } from './discard-body.ts';
import { type Guard, ownOrigin } from './guard.ts';
import type { LocalRoutes } from './local-routes.ts';
import { ClientClosedError, sendContinue } from './read-request-body.ts';
import type { ServedInterface } from './served-interface.ts';
import type { Session } from './session.ts';
import { parseTarget, type Target } from './target.ts';

export interface ExchangeHandlerOptions {
  served: ReadonlyMap<InterfaceName, ServedInterface>;
  routes: LocalRoutes;
  guard: Guard;
  /** The `allowOrigins` option of the guard. */
  allowOrigins?: readonly string[] | undefined;
  /** Returns the session for requests that `openSession` does not handle. */
  session: (isLocal: boolean) => Session;
  /**
   * Opens the session of a request, except for local requests and preflight requests. Default:
   * `session`.
   *
   * @returns `undefined` if the request was forwarded and the response was sent
   * @throws {ProblemError} if the session cannot be opened
   */
  openSession?:
    | ((message: IncomingMessage, response: ServerResponse) => Promise<Session | undefined>)
    | undefined;
  /** Whether `Date` headers contain the session time instead of the system time. Default: false. */
  setsDate?: boolean | undefined;
  /**
   * Called after each exchange, except for successful preflight requests, incomplete requests, and
   * requests that `openSession` forwarded.
   *
   * @param isLocal whether the request was to a local route
   */
  onExchange: (exchange: Exchange, isLocal: boolean, session: Session) => void;
}

type MutableExchange = { -readonly [Name in keyof Exchange]: Exchange[Name] };

/** The state of one request while it is handled. */
interface ExchangeContext {
  message: IncomingMessage;
  response: ServerResponse;
  target: Target;
  isLocal: boolean;
  session: Session;
  exchange: MutableExchange;
  operation: Operation | undefined;
  /** The allowed origin from which a page may read the response. */
  allowedOrigin: string | undefined;
}

/**
 * Creates the handler for all requests. The handler responds from a local route or an interface, or
 * with a problem. Its promise rejects only if `onExchange` throws.
 */
export function createExchangeHandler(
  options: ExchangeHandlerOptions,
): (message: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (message, response) => {
    const started = performance.now();
    const target = parseTarget(message.url ?? '/');
    const isLocal = options.routes.has(target.path);
    const opened = await open(options, message, response, target, isLocal);
    const { session } = opened;
    if (session === undefined) return;
    const exchange: MutableExchange = {
      at: new Date(session.now()).toISOString(),
      requestId: session.newRequestId(),
      method: message.method ?? '',
      path: target.path,
      interface: undefined,
      operation: undefined,
      status: 0,
      milliseconds: 0,
      ...clientIdentity(message.headers),
      code: undefined,
      findings: [],
      responseFindings: [],
    };
    const context = {
      message,
      response,
      target,
      isLocal,
      session,
      exchange,
      operation: undefined,
      allowedOrigin: opened.allowedOrigin,
    };
    try {
      const status = await respond(options, context, opened.rejection);
      if (status === undefined) return;
      exchange.status = status;
      exchange.milliseconds = performance.now() - started;
      options.onExchange(exchange, isLocal, session);
    } finally {
      session.end?.();
    }
  };
}

/** Checks the host and the origin of a request, then opens its session. */
async function open(
  { guard, session, openSession }: ExchangeHandlerOptions,
  message: IncomingMessage,
  response: ServerResponse,
  { authority }: Target,
  isLocal: boolean,
): Promise<{
  session: Session | undefined;
  allowedOrigin?: string | undefined;
  rejection?: unknown;
}> {
  try {
    const allowedOrigin = guard(message, authority ?? message.headers.host, isLocal);
    const isPlain = isLocal || openSession === undefined || isPreflight(message);
    return {
      session: isPlain ? session(isLocal) : await openSession(message, response),
      allowedOrigin,
    };
  } catch (rejection) {
    return { session: session(isLocal), rejection };
  }
}

/**
 * Handles a request and sends the response.
 *
 * @returns the status; 0 for a dropped connection; `undefined` for a successful preflight request,
 * or if the client has closed the connection
 */
async function respond(
  options: ExchangeHandlerOptions,
  context: ExchangeContext,
  rejection: unknown,
): Promise<number | undefined> {
  let reply: HttpResponse | 'sent' | 'dropped';
  try {
    if (rejection !== undefined) throw rejection;
    reply = await handle(options, context);
  } catch (error) {
    if (error instanceof ClientClosedError) return undefined;
    reply = error instanceof DropConnection ? 'dropped' : problemResponse(options, error, context);
  }
  if (context.session.commit !== undefined) {
    await context.session.commit().catch((error: unknown) => {
      if (reply !== 'dropped') reply = problemResponse(options, error, context);
    });
  }
  if (reply === 'sent') return context.response.statusCode;
  if (reply === 'dropped') {
    context.message.socket.destroy();
    return 0;
  }
  const { status, headers, body } = reply;
  if (context.allowedOrigin !== undefined)
    Object.assign(headers, corsHeaders(context.allowedOrigin));
  if (options.setsDate) headers.Date = new Date(context.session.now()).toUTCString();
  if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body));
  context.response.writeHead(status, headers).end(body);
  discardBody(context.message);
  return status === 204 && isPreflight(context.message) ? undefined : status;
}

async function handle(
  { served, routes, allowOrigins }: ExchangeHandlerOptions,
  context: ExchangeContext,
): Promise<HttpResponse | 'sent'> {
  const { message, response, target, isLocal, exchange } = context;
  const { path, query, authority } = target;
  const { requestId } = exchange;
  const host = authority ?? message.headers.host;
  if (context.allowedOrigin !== undefined && isPreflight(message))
    return preflightResponse(message);
  if (isLocal)
    return routes.handle({
      path,
      query,
      baseUrl: ownOrigin(host ?? '', allowOrigins),
      message,
      response,
      requestId,
    });
  for (const [name, servedInterface] of served) {
    if (path !== `/${name}` && !path.startsWith(`/${name}/`)) continue;
    exchange.interface = name;
    const request = {
      message,
      path: path.slice(name.length + 1),
      requestId,
      workspace: context.session.workspace,
      sendContinue: () => sendContinue(message, response),
    };
    const result = await servedInterface.handle(request, (operation) => {
      exchange.operation = operation.id;
      context.operation = operation;
    });
    exchange.responseFindings = result.responseFindings;
    exchange.findings = result.findings ?? [];
    exchange.code = result.code;
    return result.response;
  }
  throw new ProblemError('path_not_found', routes.hint(path) ?? rootPathHint(path, served));
}

function problemResponse(
  { served }: ExchangeHandlerOptions,
  error: unknown,
  { exchange, operation }: ExchangeContext,
): HttpResponse {
  const rejection =
    error instanceof ProblemError
      ? error
      : new ProblemError(
          'internal_error',
          `Internal error of the mock: ${(error as Error).message}`,
        );
  const { interface: name, requestId } = exchange;
  exchange.code = rejection.code;
  exchange.findings =
    rejection.errors.length > 0 ? rejection.errors.map(withLocation) : [rejection.message];
  const contract = contractFor(served, name, rejection.code);
  if (operation !== undefined && name !== undefined && served.get(name)?.validatesResponses)
    exchange.responseFindings = problemFindings(contract, operation, rejection);
  const path = name === undefined ? exchange.path : exchange.path.slice(name.length + 1);
  const problem = toProblem(contract, rejection, requestId, path);
  return {
    status: problem.status,
    headers: {
      'Request-Id': requestId,
      ...rejection.headers,
      'Content-Type': 'application/problem+json',
    },
    body: JSON.stringify(problem),
  };
}

/**
 * Returns the contract whose error catalog defines a problem: the contract of the interface or, for
 * other paths, the first contract with the code. Default: the first contract. A code that both
 * contracts define has the same meaning in both.
 */
export function contractFor(
  served: ReadonlyMap<InterfaceName, ServedInterface>,
  name: InterfaceName | undefined,
  code?: string,
): Contract {
  const all = [...served.values()].map(({ contract }) => contract);
  const own = name === undefined ? undefined : served.get(name)?.contract;
  const found =
    own ?? all.find(({ problems }) => code !== undefined && problems.has(code)) ?? all[0];
  if (found === undefined) throw new Error('The mock does not serve an interface.');
  return found;
}
