import { STATUS_CODES } from 'node:http';
import type { Contract, Json, JsonObject, Response } from '@delivery-api/specs/contract';
import { type Request, referenceAddress, requestsOf, variables } from './requests.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const pretty = (value: Json): string => JSON.stringify(value, null, 2);

/**
 * Returns a path in Postman syntax: collection variables in double braces, request variables after
 * a colon.
 */
function urlOf({ operation, path }: Request): JsonObject {
  const segments = operation.path
    .split('/')
    .slice(1)
    .map((segment) =>
      segment.replace(/^\{(\w+)\}$/, (_, name) =>
        path.some((parameter) => parameter.name === name) ? `:${name}` : `{{${name}}}`,
      ),
    );
  return {
    raw: `{{baseUrl}}/${segments.join('/')}`,
    host: ['{{baseUrl}}'],
    path: segments,
    ...(path.length > 0 && {
      variable: path.map(({ name, description, example }) => ({
        key: name,
        value: String(example),
        description,
      })),
    }),
  };
}

function requestOf(contract: Contract, request: Request): JsonObject {
  const { operation, headers, bodies } = request;
  const [first] = bodies;
  return {
    method: operation.method.toUpperCase(),
    header: [
      { key: 'Accept', value: 'application/json, application/problem+json' },
      ...(first === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ...headers.map(({ name, value, description, required }) => ({
        key: name,
        value,
        description,
        ...(!required && { disabled: true }),
      })),
    ],
    url: urlOf(request),
    ...(first !== undefined && {
      body: { mode: 'raw', raw: pretty(first.value), options: { raw: { language: 'json' } } },
    }),
    description: `${operation.description}\n\n${referenceAddress(contract, operation)}`,
  };
}

/** Returns a saved response: the first example of a status. */
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
 * Returns the Postman 2.1 collection of an interface: a folder for each tag, and a saved response
 * for each documented status.
 */
export function postmanCollection(contract: Contract): JsonObject {
  const requests = requestsOf(contract, () => '{{$guid}}');
  const folders = contract.tags.flatMap(({ name, description }) => {
    const own = requests.filter(({ operation }) => operation.tag === name);
    const item = own.map((one) => {
      const request = requestOf(contract, one);
      return {
        name: one.operation.summary,
        request,
        response: one.operation.responses.map((response) => savedResponse(response, request)),
      };
    });
    return item.length === 0 ? [] : [{ name, description, item }];
  });
  return {
    info: {
      name: contract.title,
      description: contract.description,
      version: contract.version,
      schema,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: Object.entries(variables(contract)).map(([key, value]) => ({
      key,
      value,
      type: 'string',
    })),
    item: folders,
  };
}
