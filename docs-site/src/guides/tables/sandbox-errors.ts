import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract, InterfaceName, JsonObject } from '@delivery-api/specs/contract';
import { parse } from 'yaml';
import type { Site } from '../../site.ts';
import { code, table } from '../directive/markdown-table.ts';

/**
 * One of the requests that cause a problem. The response to the last request is the problem.
 * `sandbox-errors.yaml` describes the members.
 */
interface TriggerRequest {
  operation?: string;
  request?: string;
  control?: string;
  path?: Record<string, string>;
  headers?: Record<string, string | null>;
  token?: string;
  example?: string;
  body?: JsonObject;
  text?: string;
  bytes?: number;
  as?: string;
  concurrent?: boolean;
}

/**
 * Lists the requests that cause each problem code in the sandbox. A test of the mock sends the same
 * requests.
 */
export function sandboxErrors({ specs }: Site, { name }: Contract): string {
  const file = join(specs, 'common/sandbox-errors.yaml');
  const triggers = parse(readFileSync(file, 'utf8')) as Record<
    InterfaceName,
    Record<string, TriggerRequest[]>
  >;
  return table(
    ['Code', 'Requests'],
    Object.entries(triggers[name]).map(([problem, requests]) => [
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

/** A body that changes members of an example is listed without its braces. */
const bodyText = (body: JsonObject, example: string | undefined): string => {
  const text = JSON.stringify(body);
  return example === undefined ? text : text.slice(1, -1);
};
