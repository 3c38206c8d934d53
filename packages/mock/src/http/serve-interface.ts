import type { IncomingMessage } from 'node:http';
import type { Command } from '@delivery-api/sandbox/kernel/command.ts';
import { fillPath } from '@delivery-api/sandbox/kernel/fill-path.ts';
import type { ModeBehaviour } from '@delivery-api/sandbox/kernel/mode.ts';
import { ProblemError } from '@delivery-api/sandbox/kernel/problem-error.ts';
import type { Json, Operation } from '@delivery-api/specs/contract';
import type { LoadedContract } from '../contract/built-contract.ts';
import { isFault, readPrefer } from '../contract/prefer.ts';
import { createEngine } from '../contract/prism.ts';
import { refuseViolations } from '../contract/reject-violations.ts';
import { type Reply, toReply } from '../contract/response.ts';
import { createRouter, type Match, type Router } from '../contract/router.ts';
import { acceptsJson } from './accept.ts';
import { parseBody, takeBody } from './take-body.ts';

/** A request to an interface, before anything but its path has been looked at. */
export interface Incoming {
  message: IncomingMessage;
  /** The path below the interface's base address, as it was sent. */
  path: string;
  requestId: string;
  /** Tells a client that waits for it (`Expect: 100-continue`) to send its body. */
  invite: () => void;
}

/** What became of a request. */
export interface Outcome {
  reply: Reply;
  /** What the contract finds wrong with our own answer. */
  answerFindings: string[];
  /** What it finds wrong with a request that was not refused for it. */
  findings?: string[];
  /** The `code` of a problem that stands in for an answer. */
  code?: string;
}

export interface ServedInterface {
  readonly contract: LoadedContract['contract'];
  readonly route: Router;
  /** Whether our own answers are held against the contract. */
  readonly checksAnswers: boolean;
  /**
   * Judges a request in the order that the contract fixes, and answers it.
   *
   * @param note is told the operation as soon as it is known
   * @throws {ProblemError} at the first rule that the request breaks
   */
  handle(incoming: Incoming, note: (operation: Operation) => void): Promise<Outcome>;
}

/** Where the interface finds nothing at a path, this says why that may be. */
export type Hint = (path: string) => string;

export function serveInterface(
  { contract, operations }: LoadedContract,
  mode: ModeBehaviour,
  hint: Hint,
): ServedInterface {
  const route = createRouter(contract.operations);
  const ask = createEngine<Command>(async (call, violations) => {
    refuseViolations(call, violations, mode.judgesEntities === true);
    return mode.answer(call);
  }, mode.checksAnswers);

  const handle = async (
    { message, path, requestId, invite }: Incoming,
    note: (operation: Operation) => void,
  ): Promise<Outcome> => {
    const match = route(path);
    if (match === undefined) throw new ProblemError('path_not_found', hint(path));
    const operation = operationOf(match, message.method ?? 'GET');
    note(operation);
    const prismOperation = operations.get(operation.id);
    if (prismOperation === undefined)
      throw new Error(`The built contract '${contract.name}' lacks the operation ${operation.id}.`);
    const token = bearerToken(message.headers.authorization);
    const given = mode.authorize({ contract, operation, token, parameters: match.parameters });
    const sent =
      operation.request === undefined ? undefined : await takeBody(message, operation, invite);
    if (!acceptsJson(message.headers.accept)) {
      throw new ProblemError(
        'not_acceptable',
        `The header Accept ('${message.headers.accept}') excludes application/json; there is no other form.`,
      );
    }
    const isOptional = prismOperation.request?.body?.required !== true;
    const body =
      sent === undefined || (isOptional && sent.bytes?.length === 0) ? undefined : parseBody(sent);
    const parameters = wellFormed(match);
    const prefer = readPrefer(operation, message.headers.prefer as string | undefined);
    const call: Command = {
      contract,
      operation,
      requestId,
      parameters,
      headers: message.headers,
      token,
      body,
      choice: isFault(prefer) ? undefined : prefer,
      preferFault: isFault(prefer) ? prefer : undefined,
    };
    const { response, isOwn, violations } = await ask({
      operation,
      prismOperation,
      body,
      choice: call.choice,
      context: call,
      path: fillPath(operation.path, parameters),
      headers: headersForPrism(message, token, body !== undefined),
    });
    const draft = {
      status: response.statusCode,
      headers: response.headers ?? {},
      body: response.body as Json | undefined,
      isOwn,
    };
    const { reply, wrong } = toReply(call, draft, given);
    const found = violations
      .filter(({ path }) => !isOwn || path?.[0] !== 'header')
      .map((one) => [...(one.path ?? []), one.message].join(' '));
    return { reply, answerFindings: [...found, ...wrong] };
  };
  return { contract, route, checksAnswers: mode.checksAnswers, handle };
}

function operationOf({ operations }: Match, method: string): Operation {
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
  for (const [known, operation] of operations) if (known === asked) return operation;
  const allowed = [...operations.keys()].flatMap((known) =>
    known === 'get' ? ['GET', 'HEAD'] : [known.toUpperCase()],
  );
  throw new ProblemError(
    'method_not_allowed',
    `This path takes ${allowed.join(' and ')}, not ${method}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

export function bearerToken(authorization: string | undefined): string {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token !== undefined) return token;
  const detail =
    authorization === undefined
      ? 'The header Authorization is missing'
      : 'The header Authorization is not of the form `Bearer <token>`';
  throw new ProblemError('unauthenticated', `${detail}; send \`Authorization: Bearer <token>\`.`, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/**
 * @throws {ProblemError} where the percent-encoding of a path parameter is broken, which Prism would
 * stumble over
 */
export function wellFormed({ parameters }: Match): Map<string, string> {
  const found = new Map<string, string>();
  for (const [parameter, value] of parameters) {
    if (value === undefined) {
      const message = 'is not valid percent-encoding';
      throw new ProblemError('invalid_parameter', `${parameter}: ${message}.`, {
        errors: [{ parameter, code: 'encoding', message }],
      });
    }
    found.set(parameter, value);
  }
  return found;
}

// What has been judged already is put in the one form that Prism knows: it is stricter about the
// scheme and laxer about the media type.
export function headersForPrism(
  { headers }: IncomingMessage,
  token: string,
  hasBody: boolean,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string') plain[name] = value;
  for (const name of [
    'content-type',
    'content-length',
    'content-encoding',
    'transfer-encoding',
    'prefer',
  ])
    delete plain[name];
  plain.authorization = `Bearer ${token}`;
  if (hasBody) plain['content-type'] = 'application/json';
  return plain;
}
