import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { operations, validRequest } from '../../../sandbox/test/support/contracts.ts';
import type { Exchange, ProxyMock, ProxyOptions } from '../../src/api/types.ts';
import { startMock } from '../../src/start-mock.ts';
import { type Sent, send, type TestResponse } from './send.ts';

export interface ReceivedRequest {
  method: string;
  url: string;
  rawHeaders: string[];
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0)) await end();
});

/** Starts a server that records its requests and calls `respond`, and stops it after the test. */
export async function startUpstream(
  respond: (response: ServerResponse) => void,
): Promise<{ url: string; port: number; receivedRequests: ReceivedRequest[] }> {
  const receivedRequests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', rawHeaders, headers } = request;
      receivedRequests.push({ method, url, rawHeaders, headers, bytes: Buffer.concat(chunks) });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, receivedRequests };
}

export interface Proxied {
  mock: ProxyMock;
  lines: string[];
  exchanges: Exchange[];
  sendRequest(sent: Omit<Sent, 'port'>): Promise<TestResponse>;
}

/** Starts a proxy that stops after the test. */
export async function startProxied(
  upstreams: ProxyOptions['upstreams'],
  more: Partial<ProxyOptions> = {},
): Promise<Proxied> {
  const lines: string[] = [];
  const exchanges: Exchange[] = [];
  const log = (line: string, exchange: Exchange): void => {
    lines.push(line);
    exchanges.push(exchange);
  };
  const mock = await startMock({ ...more, mode: 'proxy', upstreams, log });
  cleanups.push(() => mock.stop());
  return { mock, lines, exchanges, sendRequest: (sent) => send({ ...sent, port: mock.port }) };
}

/** Returns a valid request to an operation, and one of its documented responses. */
export function callOf(id: string, status?: number) {
  const found = operations.find(({ operation }) => operation.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  const { name, operation } = found;
  const response =
    status === undefined
      ? operation.success
      : operation.responses.find((one) => one.status === status);
  if (response === undefined) throw new Error(`${id} has no ${status} response.`);
  const request = validRequest(operation);
  const headers: Record<string, string> = {};
  for (const { name: header, required, example } of response.headers)
    if (required) headers[header] = String(example);
  if (response.content !== undefined) headers['Content-Type'] = response.content.mediaType;
  const body = structuredClone(response.content?.examples[0]?.value) as Record<string, unknown>;
  if (typeof body?.request_id === 'string') headers['Request-Id'] = body.request_id;
  return {
    request: { ...request, path: `/${name}${request.path}` },
    operation,
    response: { status: response.status, headers, body },
  };
}
