import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Express } from 'express';
import * as validator from 'express-openapi-validator';
import type { Bundle, OpenApi, Tool } from '../tool.ts';

/** A request, and the response that the application returns. */
interface Exchange {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  status: number;
  mediaType: string;
  response: unknown;
}

/** Returns one or more exchanges for each operation. Each example occurs at least once. */
function exchangesOf({ document }: Bundle): Exchange[] {
  const base = new URL(document.servers[0].url).pathname;
  return Object.entries<OpenApi>(document.paths).flatMap(([path, item]) =>
    Object.entries<OpenApi>(item).flatMap(([method, operation]) => {
      const values = parameterValues(document, operation, 'path');
      const headers = parameterValues(document, operation, 'header');
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
      const requests = operation.requestBody
        ? examplesOf(document, operation.requestBody, 'application/json')
        : [{ name: 'no body', value: undefined }];
      const responses = responsesOf(document, operation);
      return Array.from({ length: Math.max(requests.length, responses.length) }, (_, index) => {
        const request = requests[index % requests.length];
        const response = responses[index % responses.length];
        return {
          name: `${operation.operationId}, ${request?.name} and ${response?.name}`,
          method,
          path: `${base}${filled}`,
          headers,
          body: request?.value,
          status: response?.status ?? 0,
          mediaType: response?.mediaType ?? '',
          response: response?.value,
        };
      });
    }),
  );
}

/** Returns the examples of all required parameters in a path or in headers. */
function parameterValues(document: OpenApi, operation: OpenApi, location: 'path' | 'header') {
  const parameters: OpenApi[] = operation.parameters.map((one: OpenApi) => followed(document, one));
  return Object.fromEntries(
    parameters
      .filter((one) => one.in === location && one.required)
      .map(({ name, example }): [string, string] => [name, String(example)]),
  );
}

function responsesOf(document: OpenApi, { responses }: OpenApi) {
  return Object.entries<OpenApi>(responses).flatMap(([status, one]) => {
    const response = followed(document, one);
    return Object.keys(response.content ?? {}).flatMap((mediaType) =>
      examplesOf(document, response, mediaType).map((example) => ({
        ...example,
        status: Number(status),
        mediaType,
      })),
    );
  });
}

const examplesOf = (document: OpenApi, body: OpenApi, mediaType: string) =>
  Object.entries<OpenApi>(followed(document, body).content[mediaType].examples).map(
    ([name, example]) => ({ name, value: followed(document, example).value as unknown }),
  );

const followed = (document: OpenApi, node: OpenApi): OpenApi =>
  node.$ref === undefined
    ? node
    : node.$ref
        .slice(2)
        .split('/')
        .reduce((parent: OpenApi, key: string) => parent[key], document);

/**
 * Starts an application that validates requests and responses. `send` returns the validation error,
 * or `undefined` if there is none.
 */
async function start({ document }: Bundle) {
  let exchange: Exchange | undefined;
  let error: string | undefined;
  const app: Express = express();
  app.use(express.json());
  app.use(
    validator.middleware({
      apiSpec: structuredClone(document),
      validateRequests: true,
      validateResponses: true,
      validateSecurity: false,
    }),
  );
  app.use((_, response) => {
    const { status = 500, mediaType = '', response: body } = exchange ?? {};
    response.status(status).type(mediaType).json(body);
  });
  const report: ErrorRequestHandler = (failure, _, response, _next) => {
    error = `${failure.status}: ${failure.message}`;
    response.status(failure.status ?? 500).end();
  };
  app.use(report);
  const server = app.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = async (next: Exchange): Promise<string | undefined> => {
    [exchange, error] = [next, undefined];
    const { method, path, headers, body } = next;
    const response = await fetch(`http://localhost:${port}${path}`, {
      method: method.toUpperCase(),
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return error;
  };
  return { send, close: () => server.close() };
}

export const tool: Tool = {
  name: 'express-openapi-validator',
  steps: [
    {
      name: 'accepts every example of a request and a response',
      async run(bundle) {
        const { send, close } = await start(bundle);
        const findings: string[] = [];
        try {
          for (const exchange of exchangesOf(bundle)) {
            const error = await send(exchange);
            if (error !== undefined) findings.push(`${exchange.name}: ${error}`);
            if (exchange.body !== undefined && !(await send({ ...exchange, body: [] })))
              findings.push(`${exchange.name}: accepts an array as a request.`);
            if (!(await send({ ...exchange, response: [] })))
              findings.push(`${exchange.name}: accepts an array as a ${exchange.status} response.`);
          }
        } finally {
          close();
        }
        return findings;
      },
      exceptions: [
        {
          findings: /accepts an array as a 5\d\d response/,
          reason: 'It does not validate responses with the status 500 or higher.',
        },
      ],
    },
  ],
};
