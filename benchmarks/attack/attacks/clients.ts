import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { CallError, createLastmileClient } from '@delivery-api/lastmile-client';
import {
  createMarketplaceClient,
  CallError as MarketplaceCallError,
} from '@delivery-api/marketplace-client';
import type { JsonObject, Operation } from '@delivery-api/specs/contract';
import { type Attack, printable } from '../attack.ts';
import { exampleOf } from '../examples.ts';
import { bent, brokenBytes, hostileText, marker } from '../hostile.ts';
import { interfaces } from '../judge.ts';
import type { Random } from '../random.ts';

const secretToken = 'test_token_that_nobody_may_see';
const statuses = [
  200, 200, 200, 201, 202, 204, 206, 299, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 409,
  410, 418, 422, 429, 451, 500, 502, 503, 504, 599, 999, 100, 101,
];
const headers = (elsewhere: string): readonly string[] => [
  `Location: ${elsewhere}/stolen`,
  'Location: //',
  'Location: javascript:alert(1)',
  'Set-Cookie: a=b; Domain=evil.example',
  'Retry-After: 0',
  'Retry-After: -5',
  'Retry-After: 99999999999999999999999',
  'Retry-After: NaN',
  'Retry-After: Fri, 31 Dec 9999 23:59:59 GMT',
  'Retry-After: 0x10',
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

/**
 * Whatever a server, or something that poses as one, may answer: the clients end in their own
 * types, in time, and give nothing away.
 */
export const clients: Attack = {
  name: 'clients',
  title: 'fuzzed answers to both clients: cut, wrong, huge, odd headers, redirects to another host',
  async run({ random, runs, tell, tried }) {
    const stolen: string[] = [];
    const elsewhere = await serve((request) => {
      stolen.push(request);
      return Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    });
    const answers = new Map<string, Buffer>();
    const server = await serve(
      (request) => answers.get(/\r\nx-run: (\d+)/i.exec(request)?.[1] ?? '') ?? Buffer.alloc(0),
    );
    const common = {
      baseUrl: server.url,
      token: secretToken,
      maxRetries: 1,
      timeoutMs: 1_000,
      deadlineMs: 1_200,
    };
    const lastmile = createLastmileClient({ ...common, partnerName: 'acme' });
    const marketplace = createMarketplaceClient(common);
    const calls: Record<
      string,
      (options: { headers: Record<string, string> }) => Promise<unknown>
    > = {
      createBooking: (options) =>
        lastmile.createBooking(exampleOf('createBooking') as never, options),
      getBookingDetails: (options) =>
        lastmile.getBookingDetails.result({ id: 'bkg_1' }, { ...options, ifNoneMatch: '"x"' }),
      createEstimate: (options) =>
        lastmile.createEstimate(exampleOf('createEstimate') as never, options),
      getOrder: (options) => marketplace.getOrder({ id: 'ord_1' }, options),
      submitMenu: (options) =>
        marketplace.submitMenu.result(exampleOf('submitMenu') as never, options),
      setOrderStatus: (options) =>
        marketplace.setOrderStatus(
          { id: 'ord_1', ...exampleOf('setOrderStatus') } as never,
          options,
        ),
    };
    const kinds = new Map<string, number>();
    try {
      const shots = Array.from({ length: runs * 2 }, (_, run) => {
        const operation = random.pick(Object.keys(calls));
        const answer = answerTo(operation, random, elsewhere.url);
        answers.set(String(run), answer);
        return { run, operation, answer };
      });
      const shoot = async ({ run, operation, answer }: (typeof shots)[number]): Promise<void> => {
        tried();
        const begun = performance.now();
        const outcome = await calls[operation]?.({ headers: { 'X-Run': String(run) } }).then(
          () => 'data',
          (error: unknown) => error,
        );
        const milliseconds = performance.now() - begun;
        const say = (what: string): void => tell(`${operation}: ${what}`, printable(answer));
        if (milliseconds > 4_000)
          say(`it takes ${Math.round(milliseconds)} ms, though the deadline is 1,200`);
        if (
          outcome !== 'data' &&
          !(outcome instanceof CallError || outcome instanceof MarketplaceCallError)
        )
          say(`it rejects with a bare ${inspect(outcome, { depth: 0 }).slice(0, 200)}`);
        if (
          outcome !== 'data' &&
          `${(outcome as Error).message} ${JSON.stringify(outcome)} ${inspect(outcome, { depth: 5 })} ${(outcome as Error).stack}`.includes(
            secretToken,
          )
        )
          say('the error tells the token');
        if (marker in {} || 'x' in Object.prototype) say('a prototype was polluted');
        kinds.set(
          outcome === 'data' ? 'data' : (outcome as Error).name,
          (kinds.get(outcome === 'data' ? 'data' : (outcome as Error).name) ?? 0) + 1,
        );
      };
      const worker = async (): Promise<void> => {
        for (let shot = shots.pop(); shot !== undefined; shot = shots.pop()) await shoot(shot);
      };
      await Promise.all(Array.from({ length: 16 }, worker));
      if (stolen.length > 0)
        tell(
          `${stolen.length} requests went to another host${stolen.some((one) => one.includes(secretToken)) ? ', with the token' : ''}`,
          stolen[0]?.slice(0, 300) ?? '',
        );
      return [...kinds].map(([kind, count]) => `${kind}: ${count}`).join(', ');
    } finally {
      server.stop();
      elsewhere.stop();
    }
  },
};

/** An answer as bytes: built of an example of the contract, and then bent somewhere. */
function answerTo(operationId: string, random: Random, elsewhere: string): Buffer<ArrayBuffer> {
  const operation = interfaces
    .flatMap(({ contract }) => contract.operations)
    .find(({ id }) => id === operationId) as Operation;
  const status = random.pick(statuses);
  const documented =
    operation.responses.find((one) => one.status === status) ??
    random.pick(operation.responses.filter(({ content }) => content !== undefined));
  const example = (documented.content?.examples[0]?.value ?? {}) as JsonObject;
  const problem = {
    code: 'x',
    status,
    title: 't',
    errors: [null, 1, {}],
    detail: random.pick([null, {}, 'd']),
  };
  const text = random.pick([
    () => JSON.stringify(example),
    () => bent(example, random),
    () => bent(example, random),
    () => hostileText(random),
    () => bent(problem as JsonObject, random),
    () => '<!doctype html><title>Login</title>',
    () => `${JSON.stringify(example)}${' '.repeat(300_000)}`,
    () => '',
  ])();
  let body = random.chance(0.2) && text !== '' ? brokenBytes(text, random) : Buffer.from(text);
  const lines = [`HTTP/1.1 ${status} ${random.pick(['OK', '', '\xff', 'x'.repeat(500)])}`];
  if (random.chance(0.7))
    lines.push(`Content-Type: ${status < 400 ? 'application/json' : 'application/problem+json'}`);
  for (let more = random.below(3); more > 0; more--) lines.push(random.pick(headers(elsewhere)));
  if (random.chance(0.1)) {
    body = gzipSync(body);
    lines.push('Content-Encoding: gzip');
  }
  const length = random.chance(0.85)
    ? body.length
    : random.pick([0, 1, body.length - 1, body.length + 10, -1, 1e20]);
  if (random.chance(0.1)) {
    lines.push('Transfer-Encoding: chunked');
    body = Buffer.concat([
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from(random.pick(['\r\n0\r\n\r\n', '\r\nzz\r\n', '\r\n', ''])),
    ]);
  } else if (random.chance(0.95)) lines.push(`Content-Length: ${length}`);
  const whole = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  if (random.chance(0.08)) return Buffer.from(whole.subarray(0, random.below(whole.length)));
  return random.chance(0.03) ? Buffer.from('this is no HTTP\r\n\r\n') : whole;
}

/** A server that answers each request with the given bytes, whatever they are, and closes. */
async function serve(
  answer: (request: string) => Buffer,
): Promise<{ url: string; server: Server; stop: () => void }> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    let head = '';
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      if (head.includes('\r\n\r\n')) return;
      head += chunk.toString('latin1');
      if (head.includes('\r\n\r\n')) socket.end(answer(head));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, stop };
}
