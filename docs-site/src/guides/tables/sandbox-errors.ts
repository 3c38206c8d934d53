import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import { readSandboxErrors, type TriggerRequest } from '@delivery-api/specs/sandbox-errors';
import type { Site } from '../../site.ts';
import { code, table } from '../directive/markdown-table.ts';

/**
 * Lists the requests that cause each problem code in the sandbox. A test of the mock sends the same
 * requests.
 */
export function sandboxErrors({ specs }: Site, { name }: Contract): string {
  return table(
    ['Code', 'Requests'],
    Object.entries(readSandboxErrors(specs)[name]).map(([problem, requests]) => [
      `[${code(problem)}](errors.html#${problem})`,
      requests.map(describe).join(', then '),
    ]),
  );
}

function describe(request: TriggerRequest): string {
  const { path = {}, headers = {}, token, example, body, text, bytes, as, concurrent } = request;
  const details = [
    ...Object.entries(path).map(([name, value]) => `${name} ${code(value)}`),
    ...(token === undefined ? [] : [`token ${code(token)}`]),
    ...Object.entries(headers).map(([name, value]) =>
      value === null ? `no ${code(name)} header` : `header ${code(`${name}: ${value}`)}`,
    ),
    ...(example === undefined ? [] : [`example ${code(example)}`]),
    ...(body === undefined ? [] : [`body ${code(bodyText(body, example))}`]),
    ...(text === undefined ? [] : [`body ${code(text)}`]),
    ...(bytes === undefined ? [] : [`a body of ${bytes.toLocaleString('en')} bytes`]),
  ];
  const [method, target] = (request.control ?? '').split(' ');
  const what = request.operation ?? request.request ?? `${method} /_sandbox${target}`;
  return [
    concurrent === true ? `two concurrent ${code(what)} requests with the same key` : code(what),
    ...(details.length > 0 ? [` with ${details.join(', ')}`] : []),
    ...(as === undefined ? [] : [` (${code(as)})`]),
  ].join('');
}

/** A body that is merged into an example is listed without its braces. */
const bodyText = (body: JsonObject, example: string | undefined): string => {
  const text = JSON.stringify(body);
  return example === undefined ? text : text.slice(1, -1);
};
