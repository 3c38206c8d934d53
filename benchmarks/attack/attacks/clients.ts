import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { CallError, createLastmileClient } from '@delivery-api/lastmile-client';
import {
  createMarketplaceClient,
  CallError as MarketplaceCallError,
} from '@delivery-api/marketplace-client';
import type { JsonObject } from '@delivery-api/specs/contract';
import type { Random } from '../../../tools/random.ts';
import { exampleOf, operationOf } from '../../shared/contracts.ts';
import { listen } from '../../shared/listen.ts';
import { type Attack, printable } from '../context.ts';
import { corruptBytes, fuzzJson, mutateJson, pollutionMarker } from '../fuzz-values.ts';

const secretToken = 'test_token_that_must_stay_secret';
const concurrency = 16;
const statuses = [
  200, 200, 200, 201, 202, 204, 206, 299, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 409,
  410, 418, 422, 429, 451, 500, 502, 503, 504, 599, 999, 100, 101,
];
const headerLines = (otherUrl: string): readonly string[] => [
  `Location: ${otherUrl}/stolen`,
  'Location: //',
  'Location: javascript:alert(1)',
  'Set-Cookie: a=b; Domain=evil.example',
  ...['0', '-5', '9'.repeat(23), 'NaN', '0x10'].map((value) => `Retry-After: ${value}`),
  'Retry-After: Fri, 31 Dec 9999 23:59:59 GMT',
  'Date: yesterday',
  'Request-Id: \x01\x02',
  `Request-Id: ${'x'.repeat(5000)}`,
  'Content-Type: text/html',
  'Content-Type: application/problem+json; charset=utf-16',
  'Content-Encoding: gzip',
  'Content-Encoding: br',
  'WWW-Authenticate: Bearer error="invalid_token", Basic, Digest nonce="',
  'Deprecation: @99999999999999999',
  'Sunset: never',
  'ETag: "',
  'Idempotency-Replayed: true',
  'RateLimit: "x";r=0;t=-1',
  'Connection: close, authorization',
  'Refresh: 0; url=http://evil.example/',
  '__proto__: x',
  `X-Long: ${'y'.repeat(15_000)}`,
];

type Call = (options: { headers: Record<string, string> }) => Promise<unknown>;

function callsTo(baseUrl: string): Record<string, Call> {
  const limits = { maxRetries: 1, timeoutMs: 1_000, deadlineMs: 1_200 };
  const common = { baseUrl, token: secretToken, ...limits };
  const lastmile = createLastmileClient({ ...common, partnerName: 'acme' });
  const marketplace = createMarketplaceClient(common);
  const example = (operation: string) => exampleOf(operation) as never;
  const statusChange = { id: 'ord_1', ...exampleOf('setOrderStatus') } as never;
  return {
    createBooking: (options) => lastmile.createBooking(example('createBooking'), options),
    getBookingDetails: (options) =>
      lastmile.getBookingDetails.result({ id: 'bkg_1' }, { ...options, ifNoneMatch: '"x"' }),
    createEstimate: (options) => lastmile.createEstimate(example('createEstimate'), options),
    getOrder: (options) => marketplace.getOrder({ id: 'ord_1' }, options),
    submitMenu: (options) => marketplace.submitMenu.result(example('submitMenu'), options),
    setOrderStatus: (options) => marketplace.setOrderStatus(statusChange, options),
  };
}

/**
 * Malformed and malicious responses. A call must return data or throw one of the client's own
 * errors, and must not hang.
 */
export const clients: Attack = {
  name: 'clients',
  title: 'fuzzed responses to both clients: truncated, invalid, large, redirects to another host',
  async run({ random, runs, report, count }) {
    const redirectedRequests: string[] = [];
    const other = await serveRaw((request) => {
      redirectedRequests.push(request);
      return Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    });
    const responses = new Map<string, Buffer>();
    const server = await serveRaw(
      (request) => responses.get(/\r\nx-run: (\d+)/i.exec(request)?.[1] ?? '') ?? Buffer.alloc(0),
    );
    const calls = callsTo(server.url);
    const outcomes = new Map<string, number>();
    let next = 0;
    const attack = async (run: string): Promise<void> => {
      count();
      const operation = random.pick(Object.keys(calls));
      const response = generateResponse(operation, random, other.url);
      responses.set(run, response);
      const start = performance.now();
      const error = await (calls[operation] as Call)({ headers: { 'X-Run': run } }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const defects = error === undefined ? [] : defectsOf(error);
      const milliseconds = Math.round(performance.now() - start);
      if (milliseconds > 4_000) defects.push(`took ${milliseconds} ms; the deadline is 1,200 ms`);
      if (pollutionMarker in {} || 'x' in Object.prototype) defects.push('polluted a prototype');
      for (const defect of defects) report(`${operation} ${defect}`, printable(response));
      const outcome = error === undefined ? 'data' : (error as Error).name;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    };
    const worker = async (): Promise<void> => {
      while (next < runs * 2) await attack(String(next++));
    };
    try {
      await Promise.all(Array.from({ length: concurrency }, worker));
      const withToken = redirectedRequests.some((request) => request.includes(secretToken));
      if (redirectedRequests.length > 0)
        report(
          `${redirectedRequests.length} requests went to another host${withToken ? ' with the token' : ''}`,
          redirectedRequests[0]?.slice(0, 300) ?? '',
        );
      return [...outcomes].map((entry) => entry.join(': ')).join(', ');
    } finally {
      server.stop();
      other.stop();
    }
  },
};

function defectsOf(error: unknown): string[] {
  const isTyped = error instanceof CallError || error instanceof MarketplaceCallError;
  const { message, stack } = error as Error;
  const text = `${message} ${JSON.stringify(error)} ${inspect(error, { depth: 5 })} ${stack}`;
  return [
    ...(isTyped ? [] : [`threw ${inspect(error, { depth: 0 }).slice(0, 200)}`]),
    ...(text.includes(secretToken) ? ['threw an error that contains the token'] : []),
  ];
}

/**
 * Returns the bytes of a generated response. About half of the bodies are based on an example of
 * the operation.
 */
function generateResponse(operationId: string, random: Random, otherUrl: string): Buffer {
  const { responses } = operationOf(operationId);
  const status = random.pick(statuses);
  const documented =
    responses.find((one) => one.status === status) ??
    random.pick(responses.filter(({ content }) => content !== undefined));
  const example = (documented.content?.examples[0]?.value ?? {}) as JsonObject;
  const text = generateBody(example, random);
  let body = random.chance(0.2) && text !== '' ? corruptBytes(text, random) : Buffer.from(text);
  const lines = [`HTTP/1.1 ${status} ${random.pick(['OK', '', '\xff', 'x'.repeat(500)])}`];
  if (random.chance(0.7))
    lines.push(`Content-Type: application/${status < 400 ? 'json' : 'problem+json'}`);
  for (let count = random.below(3); count > 0; count--)
    lines.push(random.pick(headerLines(otherUrl)));
  if (random.chance(0.1)) {
    body = gzipSync(body);
    lines.push('Content-Encoding: gzip');
  }
  const wrongLengths = [0, 1, body.length - 1, body.length + 10, -1, 1e20];
  const length = random.chance(0.85) ? body.length : random.pick(wrongLengths);
  if (random.chance(0.1)) {
    lines.push('Transfer-Encoding: chunked');
    const size = Buffer.from(`${body.length.toString(16)}\r\n`);
    const end = Buffer.from(random.pick(['\r\n0\r\n\r\n', '\r\nzz\r\n', '\r\n', '']));
    body = Buffer.concat([size, body, end]);
  } else if (random.chance(0.95)) lines.push(`Content-Length: ${length}`);
  const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  if (random.chance(0.08)) return Buffer.from(bytes.subarray(0, random.below(bytes.length)));
  return random.chance(0.03) ? Buffer.from('this is not HTTP\r\n\r\n') : bytes;
}

function generateBody(example: JsonObject, random: Random): string {
  const detail = random.pick([null, {}, 'd']);
  const problem = { code: 'x', status: 400, title: 't', errors: [null, 1, {}], detail };
  return random.pick([
    () => JSON.stringify(example),
    () => mutateJson(example, random),
    () => mutateJson(example, random),
    () => fuzzJson(random),
    () => mutateJson(problem as JsonObject, random),
    () => '<!doctype html><title>Login</title>',
    () => `${JSON.stringify(example)}${' '.repeat(300_000)}`,
    () => '',
  ])();
}

/** Starts a TCP server that responds to the head of each request and closes the connection. */
async function serveRaw(
  respond: (request: string) => Buffer,
): Promise<{ url: string; stop: () => void }> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    let head = '';
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      if (head.includes('\r\n\r\n')) return;
      head += chunk.toString('latin1');
      if (head.includes('\r\n\r\n')) socket.end(respond(head));
    });
  });
  const url = await listen(server);
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url, stop };
}
