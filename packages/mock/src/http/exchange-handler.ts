import type { IncomingMessage, ServerResponse } from 'node:http';
import { DropConnection } from '@delivery-api/sandbox/kernel/drop-connection.ts';
import { ProblemError } from '@delivery-api/sandbox/kernel/problem-error.ts';
import { placeOf } from '@delivery-api/sandbox/validation/violations.ts';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import { prefixHint } from '../contract/not-found-hint.ts';
import { toProblem } from '../contract/problem.ts';
import type { Reply } from '../contract/response.ts';
import { answerFaults } from '../contract/response-errors.ts';
import type { Surface } from '../control/control-api.ts';
import type { Exchange, InterfaceName } from '../public.ts';
import { discardRest } from './discard-rest.ts';
import type { Guard } from './guard.ts';
import type { ServedInterface } from './serve-interface.ts';
import { ClientGone } from './take-body.ts';
import { parseTarget, type Target } from './target.ts';

export interface HandlerParts {
  served: ReadonlyMap<InterfaceName, ServedInterface>;
  surface: Surface;
  guard: Guard;
  /**
   * Requests to the interfaces have ids of their own, so that looking at the surface does not
   * change them.
   */
  newRequestId: (isControl: boolean) => string;
  clock: () => number;
  /** Whether the header `Date` tells the time of `clock`, not that of the machine. */
  datesAnswers?: boolean;
  /** @param isControl whether it was a request to the control surface */
  onExchange: (exchange: Exchange, isControl: boolean) => void;
}

type Notes = { -readonly [K in keyof Exchange]: Exchange[K] };

/**
 * Answers every request that reaches the port, whatever it is: from the control surface, from an
 * interface, or with a problem. It never throws.
 */
export function createExchangeHandler(
  parts: HandlerParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const started = performance.now();
    const target = parseTarget(request.url ?? '/');
    const isControl = parts.surface.has(target.path);
    const notes: Notes = {
      at: new Date(parts.clock()).toISOString(),
      requestId: parts.newRequestId(isControl),
      method: request.method ?? '',
      path: target.path,
      interface: undefined,
      operation: undefined,
      status: 0,
      milliseconds: 0,
      code: undefined,
      findings: [],
      answerFindings: [],
    };
    const told = (status: number): void => {
      notes.status = status;
      notes.milliseconds = performance.now() - started;
      parts.onExchange(notes, isControl);
    };
    const known: { operation?: Operation } = {};
    let reply: Reply | 'taken';
    try {
      reply = await answer(parts, request, response, target, isControl, notes, known);
    } catch (error) {
      if (error instanceof ClientGone) return;
      if (error instanceof DropConnection) {
        request.socket.destroy();
        told(0);
        return;
      }
      reply = problemReply(parts, error, notes, known.operation);
    }
    if (reply === 'taken') {
      told(200);
      return;
    }
    if (parts.datesAnswers) reply.headers.Date = new Date(parts.clock()).toUTCString();
    send(response, reply, request);
    told(reply.status);
  };
}

async function answer(
  { served, surface, guard }: HandlerParts,
  message: IncomingMessage,
  response: ServerResponse,
  { path, query, authority }: Target,
  isControl: boolean,
  notes: Notes,
  known: { operation?: Operation },
): Promise<Reply | 'taken'> {
  const host = authority ?? message.headers.host;
  guard(message, host);
  if (isControl)
    return surface.answer({
      path,
      query,
      base: `http://${host}`,
      message,
      response,
      requestId: notes.requestId,
    });
  for (const [name, one] of served) {
    if (path !== `/${name}` && !path.startsWith(`/${name}/`)) continue;
    notes.interface = name;
    const invite = (): void => {
      if (/^100-continue$/i.test(message.headers.expect ?? '')) response.writeContinue();
    };
    const incoming = {
      message,
      path: path.slice(name.length + 1),
      requestId: notes.requestId,
      invite,
    };
    const outcome = await one.handle(incoming, (operation) => {
      notes.operation = operation.id;
      known.operation = operation;
    });
    notes.answerFindings = outcome.answerFindings;
    notes.findings = outcome.findings ?? [];
    notes.code = outcome.code;
    return outcome.reply;
  }
  throw new ProblemError('path_not_found', surface.hint(path) ?? prefixHint(path, served));
}

function problemReply(
  { served }: HandlerParts,
  error: unknown,
  notes: Notes,
  operation: Operation | undefined,
): Reply {
  const refusal =
    error instanceof ProblemError
      ? error
      : new ProblemError('internal_error', `A fault of the mock: ${(error as Error).message}`);
  notes.code = refusal.code;
  notes.findings =
    refusal.errors.length > 0
      ? refusal.errors.map((fault) => `${placeOf(fault) || 'body'} ${fault.message}`)
      : [refusal.message];
  const contract = contractFor(served, notes.interface, refusal.code);
  if (
    operation !== undefined &&
    notes.interface !== undefined &&
    served.get(notes.interface)?.checksAnswers
  )
    notes.answerFindings = answerFaults(contract, operation, refusal);
  const path =
    notes.interface === undefined ? notes.path : notes.path.slice(notes.interface.length + 1);
  const problem = toProblem(contract, refusal, notes.requestId, path);
  return {
    status: problem.status,
    headers: {
      'Request-Id': notes.requestId,
      ...refusal.headers,
      'Content-Type': 'application/problem+json',
    },
    body: JSON.stringify(problem),
  };
}

/**
 * The contract whose catalogue words a refusal; outside the interfaces, the first that knows the
 * code, since those of the whole server are the same
 * in all.
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
  if (found === undefined) throw new Error('No interface is served.');
  return found;
}

function send(
  response: ServerResponse,
  { status, headers, body }: Reply,
  request: IncomingMessage,
): void {
  response.writeHead(status, {
    ...headers,
    ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
  });
  response.end(body);
  discardRest(request);
}
