import { fileURLToPath } from 'node:url';
import type { JsonObject, Operation } from '@delivery-api/specs/contract';
import { readSandboxErrors, type TriggerRequest } from '@delivery-api/specs/sandbox-errors';
import { operations, validRequest } from '../../../sandbox/test/support/contracts.ts';
import type { InterfaceName } from '../../src/api/types.ts';
import { send, type TestResponse } from './send.ts';

const specs = fileURLToPath(new URL('../../../../specs/', import.meta.url));
export const triggers = readSandboxErrors(specs);

/**
 * Sends the requests that lead to an error, in a separate workspace.
 *
 * @returns the response to the last request; two responses if this request is concurrent; an empty
 * array if the error has no requests
 */
export async function triggerError(
  port: number,
  name: InterfaceName,
  code: string,
): Promise<TestResponse[]> {
  const workspace = `${name}-${code.replaceAll('_', '-')}`;
  const responses: Record<string, JsonObject> = {};
  let last: TestResponse[] = [];
  for (const template of triggers[name][code] ?? []) {
    const request = fill(template, responses);
    const sent = { ...toMessage(name, workspace, request), port };
    last = await Promise.all([send(sent), ...(request.concurrent ? [send(sent)] : [])]);
    if (request.as !== undefined) responses[request.as] = last[0]?.json;
  }
  return last;
}

/** Replaces `{name.member}` in all strings with members of earlier responses. */
const fill = (request: TriggerRequest, responses: Record<string, JsonObject>): TriggerRequest =>
  JSON.parse(
    JSON.stringify(request).replace(/\{(\w+)\.(\w+)\}/g, (_, name, member) =>
      String(responses[name]?.[member]),
    ),
  );

function toMessage(name: InterfaceName, workspace: string, request: TriggerRequest) {
  const json = { 'content-type': 'application/json' };
  if (request.control !== undefined) {
    const [method = '', path = ''] = request.control.split(' ');
    const body = JSON.stringify(request.body ?? {});
    return { method, path: `/_sandbox${path}?workspace=${workspace}`, headers: json, body };
  }
  const authorization = `Bearer ${(request.token ?? 'test_token').replace('test_', `test_${workspace}.`)}`;
  if (request.request !== undefined) {
    const [method = '', path = ''] = request.request.split(' ');
    return { method, path: `/${name}${path}`, headers: { authorization } };
  }
  const operation = operationOf(name, request.operation);
  const valid = validRequest(operation);
  const headers: Record<string, string> = { ...valid.headers, authorization };
  for (const [header, value] of Object.entries(request.headers ?? {})) {
    if (value === null) delete headers[header.toLowerCase()];
    else headers[header.toLowerCase()] = value;
  }
  return {
    ...valid,
    path: `/${name}${pathOf(operation, valid.path, request.path)}`,
    headers,
    body: bodyOf(operation, valid.body, request),
  };
}

function operationOf(name: InterfaceName, id: string | undefined): Operation {
  const found = operations.find((one) => one.name === name && one.operation.id === id);
  if (found === undefined) throw new Error(`${name} has no operation ${id}.`);
  return found.operation;
}

const pathOf = (
  { path, parameters }: Operation,
  valid: string,
  given: Record<string, string> | undefined,
): string =>
  given === undefined
    ? valid
    : path.replace(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(
          given[name] ?? String(parameters.find((one) => one.name === name)?.example),
        ),
      );

function bodyOf(
  operation: Operation,
  valid: string | undefined,
  { text, bytes, example, body }: TriggerRequest,
): string | undefined {
  if (text !== undefined) return text;
  if (bytes !== undefined) return JSON.stringify('x'.repeat(bytes - 2));
  const named = operation.request?.examples.find((one) => one.name === example)?.value;
  if (example !== undefined && named === undefined)
    throw new Error(`${operation.id} has no example ${example}.`);
  if (named !== undefined) return JSON.stringify({ ...(named as JsonObject), ...body });
  return body === undefined ? valid : JSON.stringify(body);
}
