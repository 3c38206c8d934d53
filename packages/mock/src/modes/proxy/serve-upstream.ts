import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@delivery-api/sandbox';
import type { Operation } from '@delivery-api/specs/contract';
import type { LoadedContract } from '../../contract/built-contract.ts';
import { toProblem } from '../../contract/problem.ts';
import type { HttpResponse } from '../../contract/response.ts';
import { createRouter, type Match } from '../../contract/router.ts';
import { readBody } from '../../http/read-body.ts';
import { ClientClosedError } from '../../http/read-request-body.ts';
import type { InterfaceRequest, ServedInterface } from '../../http/served-interface.ts';
import { parseTarget } from '../../http/target.ts';
import { operationFor } from '../read-request.ts';
import type { NotFoundHint } from '../serve-interface.ts';
import { checkRequest } from './check-request.ts';
import { checkResponse } from './check-response.ts';
import { type Finding, findingText, responseFinding } from './finding.ts';
import { forward, maxBytes, UpstreamError, type UpstreamResponse } from './forward.ts';
import type { Recorder } from './recorder.ts';
import { RevisionTracker, type SentRequest } from './response-rules.ts';

export interface UpstreamOptions {
  /** The base URL of the implementation, without a trailing slash. */
  upstream: string;
  timeoutSeconds: number;
  recorder: Recorder;
  /** Aborts requests in flight. */
  signal: AbortSignal;
  hint: NotFoundHint;
}

/**
 * Serves an interface by forwarding requests to an implementation. The proxy reports violations in
 * requests and responses, but neither rejects nor changes a message because of a violation.
 */
export function serveUpstream(
  { contract, operations }: LoadedContract,
  { upstream, timeoutSeconds, recorder, signal, hint }: UpstreamOptions,
): ServedInterface {
  const route = createRouter(contract.operations);
  const revisions = new RevisionTracker();

  const requestFindings = async (
    { message, path }: InterfaceRequest,
    operation: Operation | undefined,
    bytes: Buffer | undefined,
  ): Promise<Finding[]> => {
    const match = route(path);
    if (match === undefined)
      return [requestFinding('path', 'path_not_found', `is not in the contract. ${hint(path)}`)];
    const prismOperation = operation && operations.get(operation.id);
    if (operation === undefined || prismOperation === undefined) {
      const methods = [...match.operations.keys()].join(' or ').toUpperCase();
      const text = `must be ${methods}, not ${message.method}`;
      return [requestFinding('method', 'method_not_allowed', text)];
    }
    return checkRequest(contract, operation, prismOperation, match, message, bytes);
  };

  const handle: ServedInterface['handle'] = async (request, onOperation) => {
    const { message, path, requestId } = request;
    const method = message.method ?? 'GET';
    const isHead = method === 'HEAD';
    const match = route(path);
    const operation = match && operationFor(match, method);
    const prismOperation = operation && operations.get(operation.id);
    if (operation !== undefined) onOperation(operation);
    const bytes = await readRawBody(request);
    const findings = await requestFindings(request, operation, bytes);

    const { query } = parseTarget(message.url ?? '/');
    const target = `${path}${query === '' ? '' : `?${query}`}`;
    let response: UpstreamResponse | undefined;
    let rejection: ProblemError | undefined;
    try {
      response = await forward(message, upstream, target, bytes, timeoutSeconds, signal);
      if (match !== undefined && operation !== undefined && prismOperation !== undefined) {
        const sent = sentRequest(match.parameters, message, bytes);
        const checked = { contract, operation, prismOperation, response, sent, revisions };
        findings.push(...(await checkResponse(checked, isHead)));
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (signal.aborted) throw new ClientClosedError();
      const text = `The upstream ${upstream} ${error.message}.`;
      rejection = new ProblemError('internal_error', text);
      findings.push(responseFinding('connection', 'no_response', `The upstream ${error.message}`));
    }
    const status = response?.status ?? 0;
    recorder.add({
      interface: contract.name,
      operation: operation?.id,
      status,
      method,
      path,
      requestId,
      findings,
    });
    const texts = {
      findings: findings.filter((finding) => finding.in === 'request').map(findingText),
      responseFindings: findings.filter((finding) => finding.in === 'response').map(findingText),
    };
    if (response !== undefined) return { response: toHttpResponse(response, isHead), ...texts };
    const problem = toProblem(contract, rejection as ProblemError, requestId, path);
    const headers = { 'Request-Id': requestId, 'Content-Type': 'application/problem+json' };
    return {
      response: { status: problem.status, headers, body: JSON.stringify(problem) },
      code: 'internal_error',
      ...texts,
    };
  };
  return { contract, route, validatesResponses: false, handle };
}

const requestFinding = (place: string, code: string, message: string): Finding => ({
  in: 'request',
  severity: 'error',
  place,
  code,
  message,
});

/** Returns the readable parts of the request that the response is compared with. */
function sentRequest(
  parameters: Match['parameters'],
  { headers }: IncomingMessage,
  bytes: Buffer | undefined,
): SentRequest {
  const known = [...parameters].filter(
    (parameter): parameter is [string, string] => parameter[1] !== undefined,
  );
  let body: unknown;
  try {
    body = bytes && JSON.parse(bytes.toString('utf8'));
  } catch {
    // `checkRequest` reports a body that is not JSON.
  }
  return { parameters: new Map(known), headers, body };
}

/**
 * Returns the response for the client. A response without a body keeps `Content-Length`, which
 * specifies the body length of the corresponding 200 response to a GET request.
 */
function toHttpResponse(
  { status, forwarded, bytes, headers }: UpstreamResponse,
  isHead: boolean,
): HttpResponse {
  const hasBody = !isHead && status !== 304 && status !== 204;
  if (hasBody) return { status, headers: forwarded, body: bytes };
  const length = headers['content-length'];
  return {
    status,
    headers: { ...forwarded, ...(length !== undefined && { 'Content-Length': String(length) }) },
    body: undefined,
  };
}

/**
 * Returns the body as sent; `undefined` without a body.
 *
 * @throws {ProblemError} `payload_too_large`
 * @throws {ClientClosedError} if the client closes the connection first
 */
async function readRawBody({
  message,
  sendContinue,
}: InterfaceRequest): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': chunked } = message.headers;
  if (length === undefined && chunked === undefined) return undefined;
  sendContinue();
  const { bytes, failure } = await readBody(message, maxBytes, false);
  if (failure === 'closed') throw new ClientClosedError();
  if (bytes === undefined)
    throw new ProblemError('payload_too_large', `The maximum body size is ${maxBytes} bytes.`, {
      members: { max_bytes: maxBytes },
    });
  return bytes;
}
