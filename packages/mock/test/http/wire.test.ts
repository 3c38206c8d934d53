import { once } from 'node:events';
import { connect } from 'node:net';
import { type Mock, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testContracts } from '../../../sandbox/test/support/contracts.ts';
import { expectProblem } from '../support/expect-response.ts';
import type { TestResponse } from '../support/send.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ mode: 'examples' });
});
afterAll(() => mock.stop());

/** Sends raw bytes and returns everything received until the server closes the connection. */
async function raw(bytes: string | Buffer): Promise<string> {
  const socket = connect(mock.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

function parsed(text: string): TestResponse {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines
      .map((one) => one.split(/: (.*)/s, 2))
      .map(([name, value]) => [name?.toLowerCase(), value]),
  );
  return { status: Number(line.split(' ')[1]), headers, text: body, json: JSON.parse(body) };
}

const [contract] = testContracts;
const read = 'GET /lastmile/acme/get_store_info/sto_1 HTTP/1.1\r\n';

it.each<[string, string]>([
  ['bytes that are not HTTP', 'hello\r\n\r\n'],
  ['a header without a name', `${read}Host: localhost\r\n: x\r\n\r\n`],
  [
    'two Content-Length headers',
    `${read}Host: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
  ],
  [
    'Content-Length and chunked encoding',
    `POST /menu HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['headers that are too large', `${read}Host: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['a space in the target', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['no Host header', `${read}Connection: close\r\n\r\n`],
  ['no Host header in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
])('a request with %s gets a problem, and the connection is closed', async (_, bytes) => {
  if (contract === undefined) throw new Error('unreachable');
  expectProblem(contract, parsed(await raw(bytes)), 'invalid_parameter');
});

it('each pipelined request gets a response', async () => {
  const text = await raw(
    `${read}Host: localhost\r\n\r\n${read}Host: localhost\r\nConnection: close\r\n\r\n`,
  );
  expect(text.match(/HTTP\/1\.1 401/g)).toHaveLength(2);
});

it('a client that sends a body above the limit gets the error, and can send its next request on the same connection', async () => {
  const socket = connect(mock.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    if (text.includes('HTTP/1.1 413') && !text.includes('HTTP/1.1 401'))
      socket.write(`${read}Host: localhost\r\nConnection: close\r\n\r\n`);
  });
  const size = 5_000_000;
  socket.write(
    `POST /lastmile/acme/create_booking HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(size, ' '));
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 401/);
});

it('the server still responds after random bytes', async () => {
  const pieces = [
    'GET ',
    'POST ',
    '/lastmile/',
    '/menu',
    '%',
    '..',
    '//',
    ' HTTP/1.1\r\n',
    'Host: localhost\r\n',
    'Content-Length: 3\r\n',
    '\r\n',
    '{}',
    '\0',
    'é',
    'Transfer-Encoding: chunked\r\n',
    'ff\r\n',
    'Expect: x\r\n',
  ];
  let seed = 7;
  const pick = (): string => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return pieces[seed % pieces.length] ?? '';
  };
  const sent = Array.from({ length: 200 }, () => Array.from({ length: 12 }, pick).join(''));
  await Promise.all(
    sent.map(async (bytes) => {
      const socket = connect(mock.port, '127.0.0.1');
      socket.on('error', () => {}).resume();
      socket.end(bytes);
      await once(socket, 'close');
    }),
  );
  expect((await fetch(`${mock.url}/_sandbox/health`)).status).toBe(200);
});
