import { ProblemError, unionBranch } from '@delivery-api/sandbox';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { IHttpOperation } from '@stoplight/types';
import type { ApiRequest } from '../contract/api-request.ts';
import type { LoadedContract } from '../contract/built-contract.ts';
import { isProblemItem, readPrefer } from '../contract/prefer.ts';
import { exampleResponse } from '../contract/prism-mocker.ts';
import {
  validateRequest,
  validateResponseBody,
  validateResponseHeaders,
} from '../contract/prism-validators.ts';
import { rejectViolations } from '../contract/reject-violations.ts';
import { type ResponseDraft, toHttpResponse } from '../contract/response.ts';
import { createRouter } from '../contract/router.ts';
import { acceptsJson } from '../http/accept.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { parseBody, readRequestBody } from '../http/read-request-body.ts';
import type { ServedInterface } from '../http/served-interface.ts';
import type { Mode } from './mode.ts';
import { bearerToken, decodedParameters, operationFor } from './read-request.ts';

/** Explains why an interface does not have a path. */
export type NotFoundHint = (path: string) => string;

/**
 * Serves an interface: validates requests, and returns the response that the mode creates or an
 * example from the contract.
 */
export function serveInterface(
  { contract, operations }: LoadedContract,
  mode: Mode,
  hint: NotFoundHint,
): ServedInterface {
  const route = createRouter(contract.operations);

  const handle: ServedInterface['handle'] = async (
    { message, path, requestId, workspace, sendContinue },
    onOperation,
  ) => {
    const { headers } = message;
    const match = route(path);
    if (match === undefined) throw new ProblemError('path_not_found', hint(path));
    const operation = operationFor(match, message.method);
    if (operation === undefined) throw methodNotAllowed(match.operations.keys(), message.method);
    onOperation(operation);
    const prismOperation = operations.get(operation.id);
    if (prismOperation === undefined)
      throw new Error(`The built contract '${contract.name}' lacks the operation ${operation.id}.`);
    const token = bearerToken(headers.authorization);
    const authorized = { contract, operation, token, parameters: match.parameters };
    let extraHeaders = mode.authorize(authorized, workspace);
    try {
      const sent = operation.request && (await readRequestBody(message, operation, sendContinue));
      if (!acceptsJson(headers.accept)) {
        throw new ProblemError(
          'not_acceptable',
          `The Accept header ('${headers.accept}') excludes application/json, the only supported type.`,
        );
      }
      const isOptional = prismOperation.request?.body?.required !== true;
      const body =
        sent === undefined || (isOptional && sent.bytes?.length === 0)
          ? undefined
          : parseBody(sent);
      extraHeaders = { ...extraHeaders, ...mode.limitBody?.({ ...authorized, body }, workspace) };
      const parameters = decodedParameters(match);
      const prefer = readPrefer(operation, headers.prefer as string | undefined);
      const apiRequest: ApiRequest = {
        contract,
        operation,
        requestId,
        parameters,
        headers,
        token,
        idempotencyKey: headers['idempotency-key'] as string | undefined,
        body,
        choice: isProblemItem(prefer) ? undefined : prefer,
        preferError: isProblemItem(prefer) ? prefer : undefined,
      };
      const branch = operation.request && unionBranch(contract, operation.request.schema, body);
      const violations = validateRequest(prismOperation, apiRequest, branch);
      rejectViolations(apiRequest, violations, mode.reportsEntityErrors === true);
      const own = await mode.respond(apiRequest, workspace);
      const draft: ResponseDraft =
        own === undefined
          ? { ...exampleResponse(prismOperation, apiRequest.choice), isOwn: false }
          : {
              ...own,
              headers: { ...own.headers, 'content-type': 'application/json' },
              isOwn: true,
            };
      const found = mode.validatesResponses ? responseFindings(prismOperation, draft) : [];
      const { response, findings } = toHttpResponse(apiRequest, draft, extraHeaders);
      return { response, responseFindings: [...found, ...findings] };
    } catch (error) {
      throw withHeaders(error, contract, operation, extraHeaders);
    }
  };
  return { contract, route, validatesResponses: mode.validatesResponses, handle };
}

/**
 * Returns the error. If it is a problem, the result also has those `headers` that the operation
 * documents for the status of the problem.
 */
function withHeaders(
  error: unknown,
  contract: Contract,
  operation: Operation,
  headers: Record<string, string>,
): unknown {
  if (!(error instanceof ProblemError)) return error;
  const { code, message, members, errors } = error;
  const status = contract.problems.get(code)?.status;
  const documented =
    operation.responses.find((response) => response.status === status)?.headers ?? [];
  const added = Object.entries(headers).filter(([name]) =>
    documented.some((header) => header.name === name),
  );
  return new ProblemError(code, message, {
    members,
    headers: { ...Object.fromEntries(added), ...error.headers },
    errors: [...errors],
  });
}

/**
 * Returns the violations in a response. Skips the headers of a response from the mode:
 * `toHttpResponse` completes and validates them.
 */
function responseFindings(
  operation: IHttpOperation,
  { status, headers, body, isOwn }: ResponseDraft,
): string[] {
  if (!operation.responses.some(({ code }) => code === String(status)))
    return [`status ${status} is not documented`];
  const found = [
    ...validateResponseBody(operation, status, body),
    ...(isOwn ? [] : validateResponseHeaders(operation, status, headers)),
  ];
  return found.map(({ path = [], message }) => [...path, message].join(' '));
}
