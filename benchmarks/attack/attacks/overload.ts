import { connect, type Socket } from 'node:net';
import { type MockServer, withMock } from '../../shared/mock-server.ts';
import { exchange, KeepAliveConnection, toBytes } from '../../shared/raw-http.ts';
import { sandboxControl } from '../../shared/sandbox-control.ts';
import { type Attack, type AttackContext, printable } from '../context.ts';
import { fuzzOperations } from './fuzz.ts';
import { checkHealth, readHead } from './health-check.ts';

const head = (requestLine: string, ...headers: string[]): string =>
  [`${requestLine} HTTP/1.1`, 'Host: localhost', 'Authorization: Bearer test_attack', ...headers]
    .map((line) => `${line}\r\n`)
    .join('');
const read = `${readHead}\r\n`;

/** Number of concurrent connections, above common limits for threads and descriptors. */
const concurrentRequests = 10_000;
/** Milliseconds without any response after which the remaining requests count as lost. */
const stallTimeoutMs = 30_000;
const slowRequests = 600;

/**
 * Many concurrent requests, slow requests, and unread responses. The mock must release all
 * resources afterwards.
 */
export const overload: Attack = {
  name: 'overload',
  title: '10,000 connections, slow requests, unread streams; then memory and descriptors',
  run: (context) =>
    withMock(
      ['--quiet', '--frozen', '--start', '2026-11-20T18:00:00Z', '--max-entries', '200'],
      (mock) => overloadMock(mock, { ...context, runs: 30 }),
      { inspect: true },
    ),
};

async function overloadMock(mock: MockServer, context: AttackContext): Promise<string> {
  const ignored = { ...context, report: () => {}, count: () => {} };
  // The first requests fill caches, such as compiled validators, that are not a leak.
  await fuzzOperations(mock, ignored);
  await sendConcurrently(mock, context, 500);
  await resetAndSettle(mock);
  const before = await mock.resourceUsage();
  const start = performance.now();
  const successes = await sendConcurrently(mock, context, concurrentRequests);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  await sendSlowly(mock, context);
  await openUnreadStreams(mock, context);
  await fuzzOperations(mock, { ...context, count: () => {} });
  await resetAndSettle(mock);
  const after = await mock.resourceUsage();
  const heap = `heap ${before.heap.toFixed(1)} MB → ${after.heap.toFixed(1)} MB`;
  const descriptors = `descriptors ${before.descriptors} → ${after.descriptors}`;
  if (after.heap > before.heap + 10)
    context.report(`memory is not released: ${heap}`, 'npm run attack -- overload');
  if ((after.descriptors ?? 0) > (before.descriptors ?? 0) + 5)
    context.report(`descriptors are not released: ${descriptors}`, 'npm run attack -- overload');
  return `${successes} of ${concurrentRequests} successful in ${seconds} s; ${heap}, ${descriptors}`;
}

/** Resets the sandbox and waits up to five seconds until fewer than 60 descriptors are open. */
async function resetAndSettle(mock: MockServer): Promise<void> {
  await sandboxControl(mock.url)('POST', '/reset');
  for (let attempts = 50; attempts > 0; attempts--) {
    const { descriptors = 0 } = await mock.resourceUsage();
    if (descriptors < 60) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function openSocket({ port }: MockServer): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => resolve(undefined));
  });
}

async function openSockets(mock: MockServer, count: number): Promise<Socket[]> {
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(mock)));
  return sockets.filter((socket) => socket !== undefined);
}

/** Opens all connections, then sends one request on each. Returns the number of 200 responses. */
async function sendConcurrently(
  mock: MockServer,
  { report, count }: AttackContext,
  requests: number,
): Promise<number> {
  count(requests);
  const sockets = await openSockets(mock, requests);
  let lastResponse = performance.now();
  const send = (socket: Socket): Promise<string> =>
    new Promise((resolve) => {
      const end = (result: string): void => {
        clearInterval(timer);
        lastResponse = performance.now();
        resolve(result);
      };
      const hasStalled = (): boolean => performance.now() - lastResponse > stallTimeoutMs;
      const timer = setInterval(() => hasStalled() && end('timeout'), 1_000);
      socket.once('data', (chunk: Buffer) => end(chunk.toString('latin1', 9, 12)));
      socket.once('error', () => end('error')).once('close', () => end('closed'));
      socket.write(read);
    });
  const results = await Promise.all(sockets.map(send));
  for (const socket of sockets) socket.destroy();
  const successes = results.filter((result) => result === '200').length;
  if (successes < requests) {
    const others = [...new Set(results)].join(', ');
    const failed = `${requests - sockets.length} connections failed`;
    report(`${successes} of ${requests} returned 200 (${others}; ${failed})`, printable(read));
  }
  if (!mock.isRunning()) report(`the mock exited: ${mock.output().slice(-300)}`, printable(read));
  return successes;
}

/**
 * Extends incomplete requests by one byte every 200 ms. Meanwhile, each read must return 200 within
 * five seconds.
 */
async function sendSlowly(mock: MockServer, context: AttackContext): Promise<void> {
  const json = 'Content-Type: application/json';
  const length = 'Content-Length: 1000';
  const beginnings = [
    'GET /lastm',
    `${head('GET /lastmile/acme/get_store_info/x')}X-Slow: `,
    `${head('POST /lastmile/acme/create_estimate', json, length)}\r\n{"`,
    `${head('POST /marketplace/menu', json, 'Transfer-Encoding: chunked')}\r\n5\r\n{"a`,
    `${head('POST /_sandbox/reset', json, length)}\r\n{`,
    `${head('POST /marketplace/menu', 'Content-Encoding: gzip', json, length)}\r\n\x1f\x8b`,
  ];
  const sockets = await openSockets(mock, slowRequests);
  for (const [index, socket] of sockets.entries())
    socket.write(toBytes(beginnings[index % beginnings.length] as string));
  context.count(sockets.length);
  const timer = setInterval(() => sockets.forEach((socket) => void socket.write(' ')), 200);
  const connection = new KeepAliveConnection(mock.port);
  for (let reads = 0; reads < 50; reads++) {
    const response = await connection.send(Buffer.from(read), 'GET', 5_000);
    const result = typeof response === 'string' ? response : response.status;
    if (result !== 200)
      context.report(
        `a read returned ${result} during ${slowRequests} slow requests`,
        printable(beginnings.join('\n')),
      );
  }
  connection.close();
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  await checkHealth(mock.port, context);
}

/** Requests event streams and large responses without reading them. */
async function openUnreadStreams(mock: MockServer, context: AttackContext): Promise<void> {
  const sockets = await openSockets(mock, 100);
  for (const [index, socket] of sockets.entries()) {
    socket.pause();
    const isStream = index % 2 === 0;
    socket.write(`${head(`GET /_sandbox/${isStream ? 'events' : 'snapshot'}`)}\r\n`);
    const requests = `${head('GET /_sandbox/requests?limit=1000')}\r\n`;
    if (!isStream) socket.write(requests.repeat(20));
  }
  context.count(sockets.length);
  for (let count = 0; count < 20; count++)
    await exchange(mock.port, [read.repeat(50)], { responses: 50 });
  await checkHealth(mock.port, context);
  for (const socket of sockets) socket.destroy();
}
