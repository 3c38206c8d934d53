import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProblemError } from '@delivery-api/sandbox/kernel/problem-error.ts';
import type { Json } from '@delivery-api/specs/contract';
import type { Reply } from '../contract/response.ts';
import { parseJson } from '../http/parse-json.ts';
import { readBody } from '../http/read-body.ts';
import { ClientGone, refuseOtherMedia } from '../http/take-body.ts';

/** What a route of the control surface is asked. */
export interface Asked {
  /** What stands at the placeholders of its path, decoded. */
  parameters: readonly string[];
  query: string;
  /** `undefined` where nothing was sent. */
  body: unknown;
  /** The address under which the caller knows the mock. */
  base: string;
  message: IncomingMessage;
  response: ServerResponse;
}

/** What a route answers: a body, or nothing because it has taken the response over. */
export type Answered = { status?: number; body: Json } | 'taken';

/** One path and method outside both contracts. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT';
  /** `{id}` stands for one segment. */
  path: string;
  /** What it does, in a few words. */
  does: string;
  answer(asked: Asked): Answered | Promise<Answered>;
}

export interface Surface {
  /** Whether a path belongs to the surface, so that the request is none to an interface. */
  has(path: string): boolean;
  /** Says why there is nothing at a path that looks as if it belonged to the surface. */
  hint(path: string): string | undefined;
  /** @throws {ProblemError} */
  answer(
    asked: Omit<Asked, 'parameters' | 'body'> & { path: string; requestId: string },
  ): Promise<Reply | 'taken'>;
}

const root = '/_sandbox';
const maxBodyBytes = 16 * 1024 * 1024;

/** The answers of the mock about itself, and of the sandbox to those who direct it. */
export function createSurface(routes: readonly Route[]): Surface {
  const matching = (path: string) =>
    routes.flatMap((route) => {
      const parameters = match(route.path, path);
      return parameters === undefined ? [] : [{ route, parameters }];
    });
  return {
    has: (path) => matching(path).length > 0,
    hint(path) {
      if (path !== root && !path.startsWith(`${root}/`)) return undefined;
      const isDirected = routes.some((route) => route.path === root);
      return `There is nothing at ${path}${isDirected ? `. GET ${root} lists what there is.` : ' in this mode; what directs the sandbox needs the mode sandbox.'}`;
    },
    async answer({ path, requestId, ...asked }) {
      const found = matching(path);
      const method = asked.message.method === 'HEAD' ? 'GET' : asked.message.method;
      const { route, parameters } =
        found.find((one) => one.route.method === method) ??
        refuseMethod(found, asked.message.method);
      const body =
        route.method === 'GET' ? undefined : await takeJson(asked.message, asked.response);
      const answer = await route.answer({ ...asked, parameters, body });
      if (answer === 'taken') return answer;
      return {
        status: answer.status ?? 200,
        headers: {
          'Content-Type': 'application/json',
          'Cache-Control': 'no-store',
          'Request-Id': requestId,
        },
        body: `${JSON.stringify(answer.body, null, 2)}\n`,
      };
    },
  };
}

function match(pattern: string, path: string): string[] | undefined {
  const sent = path.split('/');
  const segments = pattern.split('/');
  if (sent.length !== segments.length) return undefined;
  const parameters: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const value = sent[index] as string;
    if (segment.startsWith('{') && value !== '') parameters.push(decoded(value));
    else if (segment !== value) return undefined;
  }
  return parameters;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function refuseMethod(found: readonly { route: Route }[], method: string | undefined): never {
  const allowed = found.flatMap(({ route }) =>
    route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
  );
  throw new ProblemError(
    'method_not_allowed',
    `This path takes ${allowed.join(' and ')}, not ${method}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

/**
 * The JSON of a request; `undefined` where it is empty. The media type is asked for even then: a
 * form on a web page cannot send it, so no page of
 * another origin can direct the sandbox.
 */
async function takeJson(message: IncomingMessage, response: ServerResponse): Promise<unknown> {
  if (/^100-continue$/i.test(message.headers.expect ?? '')) response.writeContinue();
  const { bytes, fault } = await readBody(message, maxBodyBytes, false);
  if (fault === 'gone') throw new ClientGone();
  if (fault !== undefined)
    throw new ProblemError(
      'payload_too_large',
      `Bodies of up to ${maxBodyBytes} bytes are taken here.`,
      { members: { max_bytes: maxBodyBytes } },
    );
  refuseOtherMedia(message, false);
  return bytes === undefined || bytes.length === 0 ? undefined : parseJson(bytes);
}
