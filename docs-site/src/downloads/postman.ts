import { STATUS_CODES } from 'node:http';
import type { Contract, Json, JsonObject, Response } from '@delivery-api/specs/contract';
import { referenceAddress } from './reference-address.ts';
import { newValue, type Step, sequence, variablesOf } from './sequence.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const pretty = (value: Json): string => JSON.stringify(value, null, 2);
const withGuid = (text: string): string => text.replaceAll(newValue, '{{$guid}}');

function requestOf(
  contract: Contract,
  { operation, method, url, headers, body }: Step,
): JsonObject {
  const [host = '', ...path] = url.split('/');
  return {
    method,
    header: [
      { key: 'Accept', value: 'application/json, application/problem+json' },
      ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ...headers.map(({ name, value, description }) => ({
        key: name,
        value: withGuid(value),
        description,
      })),
    ],
    url: { raw: url, host: [host], path },
    ...(body !== undefined && {
      body: { mode: 'raw', raw: withGuid(body), options: { raw: { language: 'json' } } },
    }),
    description:
      operation === undefined
        ? 'The contract has no operation that creates orders. In production, you receive new orders as events.'
        : `${operation.description}\n\n${referenceAddress(contract, operation)}`,
  };
}

/** Returns a script that checks the status and saves response members in variables. */
const testScript = ({ saves }: Step): JsonObject => ({
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: [
      "pm.test('succeeds', () => pm.expect(pm.response.code).to.be.within(200, 299));",
      ...Object.entries(saves).map(
        ([variable, member]) =>
          `pm.collectionVariables.set('${variable}', pm.response.json().${member});`,
      ),
    ],
  },
});

/** Returns a saved response for a status: its first example, or an empty body without examples. */
function savedResponse(
  { status, headers, content, description }: Response,
  originalRequest: JsonObject,
): JsonObject {
  const [example] = content?.examples ?? [];
  return {
    name: `${status} ${example?.summary ?? description.split('\n', 1)[0] ?? ''}`.trim(),
    originalRequest,
    status: STATUS_CODES[status] ?? '',
    code: status,
    _postman_previewlanguage: 'json',
    header: [
      ...(content === undefined ? [] : [{ key: 'Content-Type', value: content.mediaType }]),
      ...headers
        .filter(({ required, example: value }) => required && value !== undefined)
        .map(({ name, example: value }) => ({ key: name, value: String(value) })),
    ],
    cookie: [],
    body: example === undefined ? '' : pretty(example.value),
  };
}

/**
 * Returns the Postman 2.1 collection of an interface: the sequence of requests, with a saved
 * response for each documented status of an operation.
 */
export function postmanCollection(contract: Contract): JsonObject {
  const item = sequence(contract).map((step) => {
    const request = requestOf(contract, step);
    const responses = step.operation?.responses ?? [];
    return {
      name: step.title,
      event: [testScript(step)],
      request,
      response: responses.map((response) => savedResponse(response, request)),
    };
  });
  return {
    info: {
      name: contract.title,
      description: `${contract.description}\n\nRun the requests in order: later requests use IDs and revisions from earlier responses.`,
      version: contract.version,
      schema,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: Object.entries(variablesOf(contract)).map(([key, value]) => ({
      key,
      value,
      type: 'string',
    })),
    item,
  };
}
