import type { IncomingMessage, ServerResponse } from 'node:http';
import { defaultWorkspace, isWorkspaceName, ProblemError } from '@delivery-api/sandbox';
import type { Json } from '@delivery-api/specs/contract';
import type { HttpResponse } from '../contract/response.ts';
import { decodeSegment } from '../contract/router.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { operatorCheck } from './operator-token.ts';
import { parseJson } from './parse-json.ts';
import { readBody } from './read-body.ts';
import { ClientClosedError, requireJsonMediaType, sendContinue } from './read-request-body.ts';

/** A request to a route of the mock itself, outside both contracts. */
export interface LocalRequest {
  /** The decoded values of the path parameters. */
  parameters: readonly string[];
  query: string;
  /** `undefined` if the body is empty. */
  body: unknown;
  /** The URL at which the client reaches the mock. */
  baseUrl: string;
  message: IncomingMessage;
  response: ServerResponse;
}

/** A response with a JSON body, or `sent` if the route has sent the response itself. */
export type LocalResponse = { status?: number; body: Json } | 'sent';

/** A route of the mock itself. */
export interface LocalRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path pattern. `{id}` matches one segment. */
  path: string;
  /** The description that `GET /_sandbox` returns. */
  description: string;
  /**
   * The part of the request that contains the workspace name; absent if the route has no workspace.
   */
  workspace?: 'query' | 'path';
  /** The maximum body size, in bytes. Default: 16 MiB. */
  maxBodyBytes?: number;
  handle(request: LocalRequest): LocalResponse | Promise<LocalResponse>;
}

export interface LocalRoutes {
  /** Returns whether a path belongs to one of these routes instead of an interface. */
  has(path: string): boolean;
  /**
   * Returns an error message for an unknown path under `/_sandbox`; `undefined` for other paths.
   */
  hint(path: string): string | undefined;
  /**
   * Handles a request to one of these routes.
   *
   * @throws {ProblemError} if the method, the operator token or the body is invalid, or if the
   * route rejects the request
   * @throws {ClientClosedError} if the client closes the connection first
   */
  handle(
    request: Omit<LocalRequest, 'parameters' | 'body'> & { path: string; requestId: string },
  ): Promise<HttpResponse | 'sent'>;
}

/**
 * Forwards a request to the process that owns a workspace.
 *
 * @returns whether the response was sent; `false` if the workspace belongs to this process
 * @throws {ProblemError} `service_unavailable` if no process can handle the request
 */
export type Forward = (
  workspace: string,
  message: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>;

const root = '/_sandbox';
export const healthPath = `${root}/health`;
const defaultMaxBodyBytes = 16 * 1024 * 1024;

export interface LocalRouteOptions {
  /** Forwards requests for a workspace. Default: all workspaces belong to this process. */
  forward?: Forward | undefined;
  /** The token for all routes under `/_sandbox`, except the health check. */
  operatorToken?: string | undefined;
}

/** Creates the router for the routes of the mock itself. */
export function createLocalRoutes(
  routes: readonly LocalRoute[],
  { forward, operatorToken }: LocalRouteOptions = {},
): LocalRoutes {
  const checkOperator = operatorCheck(operatorToken);
  // Most requests go to an interface. Comparing the first segment is enough to exclude them.
  const firstSegments = new Set(routes.map(({ path }) => firstSegment(path)));
  const matching = (path: string) =>
    (firstSegments.has(firstSegment(path)) ? routes : []).flatMap((route) => {
      const parameters = matchPath(route.path, path);
      return parameters === undefined ? [] : [{ route, parameters }];
    });
  return {
    has: (path) => matching(path).length > 0,
    hint(path) {
      if (path !== root && !path.startsWith(`${root}/`)) return undefined;
      const hasControl = routes.some((route) => route.path === root);
      return `The path ${path} does not exist${hasControl ? `. GET ${root} lists the endpoints.` : ' in this mode. The control API requires sandbox mode.'}`;
    },
    async handle({ path, requestId, ...request }) {
      const { message, response } = request;
      const matches = matching(path);
      const method = message.method === 'HEAD' ? 'GET' : message.method;
      const match = matches.find(({ route }) => route.method === method);
      if (match === undefined) {
        const methods = matches.map(({ route }) => route.method);
        throw methodNotAllowed(methods, message.method);
      }
      const { route, parameters } = match;
      if (route.path.startsWith(root) && route.path !== healthPath) checkOperator(message);
      const workspace = workspaceOf(route, parameters, request.query);
      if (workspace !== undefined && (await forward?.(workspace, message, response))) return 'sent';
      const hasBody = route.method === 'POST' || route.method === 'PUT';
      const body = hasBody
        ? await readJsonBody(message, response, route.maxBodyBytes ?? defaultMaxBodyBytes)
        : undefined;
      const result = await route.handle({ ...request, parameters, body });
      if (result === 'sent') return result;
      return {
        status: result.status ?? 200,
        headers: {
          'Content-Type': 'application/json',
          'Cache-Control': 'no-store',
          'Request-Id': requestId,
        },
        body: `${JSON.stringify(result.body, null, 2)}\n`,
      };
    },
  };
}

/** Returns a route whose handler returns the response body. */
export const jsonRoute = (
  method: LocalRoute['method'],
  path: string,
  description: string,
  handle: (request: LocalRequest) => unknown,
): LocalRoute => ({
  method,
  path,
  description,
  // The results are JSON values with more specific types.
  handle: async (request): Promise<LocalResponse> => ({ body: (await handle(request)) as Json }),
});

/**
 * Returns the name of the workspace that a request uses; `undefined` if the name is invalid or the
 * route has no workspace.
 */
function workspaceOf(
  { workspace }: LocalRoute,
  [parameter]: readonly string[],
  query: string,
): string | undefined {
  if (workspace === undefined) return undefined;
  const name = workspace === 'path' ? parameter : new URLSearchParams(query).get('workspace');
  return isWorkspaceName(name ?? defaultWorkspace) ? (name ?? defaultWorkspace) : undefined;
}

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

function matchPath(pattern: string, path: string): string[] | undefined {
  const sent = path.split('/');
  const segments = pattern.split('/');
  if (sent.length !== segments.length) return undefined;
  const parameters: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const value = sent[index] as string;
    if (segment.startsWith('{') && value !== '') parameters.push(decodeSegment(value) ?? value);
    else if (segment !== value) return undefined;
  }
  return parameters;
}

/**
 * Reads a JSON body; returns `undefined` if it is empty. The JSON media type is required even for
 * an empty body: HTML forms cannot send it, so pages of other origins cannot control the sandbox.
 */
async function readJsonBody(
  message: IncomingMessage,
  response: ServerResponse,
  maxBodyBytes: number,
): Promise<unknown> {
  sendContinue(message, response);
  const { bytes, failure } = await readBody(message, maxBodyBytes, false);
  if (failure === 'closed') throw new ClientClosedError();
  if (failure !== undefined)
    throw new ProblemError('payload_too_large', `The maximum body size is ${maxBodyBytes} bytes.`, {
      members: { max_bytes: maxBodyBytes },
    });
  requireJsonMediaType(message, false);
  return bytes.length === 0 ? undefined : parseJson(bytes);
}
