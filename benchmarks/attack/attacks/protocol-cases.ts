import { gzipSync } from 'node:zlib';
import { readHead } from './health-check.ts';

export interface ProtocolCase {
  name: string;
  chunks: (string | Buffer)[];
  /** Expected number of responses; `undefined` if any number is valid. */
  responses?: number | undefined;
  /** Expected status of the first response; `undefined` if it is not checked. */
  status?: number | undefined;
}

/** Path of a request that is hidden in the bytes of another request. No response may contain it. */
export const smuggledPath = '/_sandbox/hidden_request';

const host = 'Host: localhost\r\n';
const token = 'Authorization: Bearer test_attack\r\n';
const close = 'Connection: close\r\n';
const hidden = `GET ${smuggledPath} HTTP/1.1\r\n${host}\r\n`;
const writeHead = (operation = '/lastmile/acme/create_estimate'): string =>
  `POST ${operation} HTTP/1.1\r\n${host}${token}Content-Type: application/json\r\n`;
const lines = (...headers: string[]): string => headers.map((one) => `${one}\r\n`).join('');

/** Writes with an ambiguous or invalid length: name, headers, body, and number of responses. */
const writes: [name: string, headers: string[], body: string, responses?: number | null][] = [
  ['length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
  [
    'chunks and length',
    ['Transfer-Encoding: chunked', `Content-Length: ${hidden.length + 5}`],
    `0\r\n\r\n${hidden}`,
  ],
  ['two lengths', ['Content-Length: 2', 'Content-Length: 40'], `{}${hidden}`],
  ['two lengths in one header', ['Content-Length: 2, 40'], `{}${hidden}`],
  ['the same length twice', ['Content-Length: 2', 'Content-Length: 2'], `{}${hidden}`],
  ['a length with a sign', ['Content-Length: +2'], `{}${hidden}`],
  ['a negative length', ['Content-Length: -1'], `{}${hidden}`],
  ['a hexadecimal length', ['Content-Length: 0x2'], `{}${hidden}`],
  ['a very large length', [`Content-Length: ${'9'.repeat(40)}`], `{}${hidden}`],
  ['a length with a space', ['Content-Length: 1 0'], `{}${hidden}`],
  ['a space before the colon', ['Transfer-Encoding : chunked', 'Content-Length: 2'], `{}${hidden}`],
  [
    'a folded header',
    ['Transfer-Encoding:\r\n chunked', 'Content-Length: 2'],
    `0\r\n\r\n${hidden}`,
  ],
  [
    'an unknown transfer coding',
    ['Transfer-Encoding: xchunked', 'Content-Length: 2'],
    `{}${hidden}`,
  ],
  [
    'chunked, then identity',
    ['Transfer-Encoding: chunked, identity', 'Content-Length: 2'],
    `{}${hidden}`,
  ],
  [
    'chunked twice',
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
    '2\r\n{}\r\n0\r\n\r\n',
    null,
  ],
  [
    'a control character in the coding',
    ['Transfer-Encoding: \x0bchunked', 'Content-Length: 2'],
    `{}${hidden}`,
  ],
];

/** Chunked bodies: name, body, and number of responses. */
const chunkedBodies: [name: string, body: string, responses?: number | null][] = [
  ['a very large chunk', 'fffffffffffffffff\r\n{}'],
  ['a negative chunk', `-1\r\n{}${hidden}`],
  ['a chunk that ends early', `2\r\n{}x${hidden}`],
  ['an endless chunk extension', `2;${'x'.repeat(20_000)}`],
  ['a chunk extension with a line feed', `2;x\n{}\r\n0\r\n\r\n${hidden}`],
  ['a trailer with a token', '2\r\n{}\r\n0\r\nAuthorization: Bearer live_x\r\n\r\n', null],
];

const get = (target: string, ...headers: string[]): string =>
  `GET ${target} HTTP/1.1\r\n${host}${lines(...headers)}\r\n`;
const upgrade = 'Connection: Upgrade';
const manyHeaders = Array.from({ length: 1900 }, (_, index) => `h${index}:`);
const longRead = (...headers: string[]): string => `${readHead}${lines(...headers)}${close}\r\n`;
const shortWrite = (...headers: string[]): string =>
  `${writeHead()}${lines(...headers, 'Content-Length: 2')}${close}\r\n{}`;

/** Other unusual or malformed messages: name, bytes, number of responses, and status. */
const messages: [
  name: string,
  bytes: string | Buffer | string[],
  responses: number | null,
  status?: number,
][] = [
  ['line feeds only', `${readHead.replaceAll('\r\n', '\n')}\n${hidden}`, null],
  ['a carriage return only', `${readHead}X: a\rContent-Length: 5\r\n\r\n`, 1],
  [
    'HTTP/1.0 with a hidden request',
    `GET / HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    1,
  ],
  [
    'two Host headers',
    get('/_sandbox/snapshot', 'Host: evil.example', 'Connection: close'),
    1,
    400,
  ],
  [
    'another host in the request target',
    get('http://evil.example/_sandbox/snapshot', 'Connection: close'),
    1,
  ],
  [
    'a user name in the request target',
    get('http://localhost@evil.example/_sandbox/snapshot', 'Connection: close'),
    1,
  ],
  ['CONNECT', `CONNECT localhost:22 HTTP/1.1\r\n${host}\r\n`, null],
  [
    'a WebSocket upgrade',
    get(
      '/',
      upgrade,
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ),
    null,
  ],
  [
    'an HTTP/2 upgrade',
    get('/', `${upgrade}, HTTP2-Settings`, 'Upgrade: h2c', 'HTTP2-Settings: AAAA'),
    null,
  ],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 1],
  ['a TLS handshake', Buffer.from('1603010200010001fc0303', 'hex'), 1],
  ['HTTP/9.9', `GET / HTTP/9.9\r\n${host}\r\n`, 1],
  ['an unknown method', `${'X'.repeat(30)} / HTTP/1.1\r\n${host}\r\n`, 1],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`, 1],
  ['many empty lines', '\r\n'.repeat(5000) + longRead(), null],
  ['NUL in the path', get('/lastmile/\0acme'), 1],
  ['NUL in a header', `${readHead}X: a\0b\r\n\r\n`, 1],
  [
    'a path that is not ASCII',
    get('/lastmile/\xff\xfe/get_store_info/\xc3\xa9', token.trim(), 'Connection: close'),
    1,
  ],
  ['a path of 15,000 bytes', get(`/${'a'.repeat(15_000)}`, 'Connection: close'), 1],
  ['a path of 200,000 bytes', get(`/${'a'.repeat(200_000)}`, 'Connection: close'), 1],
  ['a header of 200,000 bytes', `${readHead}X: ${'x'.repeat(200_000)}\r\n\r\n`, 1],
  ['1900 headers', longRead(...manyHeaders), 1],
  ['one header 700 times', longRead(...Array(700).fill('Idempotency-Key: a')), 1],
  ['prototype headers', longRead('__proto__: x', 'constructor: y', 'hasOwnProperty: z'), 1],
  ['pipelined requests', `${readHead}\r\n`.repeat(500) + longRead(), 501],
  ['two Authorization headers', longRead('Authorization: Bearer live_x'), 1, 400],
  ['two idempotency keys', shortWrite('Idempotency-Key: key-aaaa', 'Idempotency-Key: key-bbbb'), 1],
  ['two media types', shortWrite('Content-Type: text/plain'), 1, 400],
  ['a request in two parts', [`${readHead}X: y`, '\r\n\r\n'], null],
  ['a body longer than its length', `${writeHead()}Content-Length: 2\r\n\r\n{}{}{}{}`, null],
];

const paths: readonly string[] = [
  '/lastmile/acme/../../_sandbox/snapshot',
  '/lastmile/%2e%2e/_sandbox/snapshot',
  '/lastmile/..%2f_sandbox%2fsnapshot',
  '/lastmile/..%252f_sandbox',
  '/lastmile/acme%2fget_store_info%2fsto_01JD3M7X9KQA',
  '/lastmile//acme/get_store_info/sto_01JD3M7X9KQA',
  '//lastmile/acme/get_store_info/sto_01JD3M7X9KQA',
  '/lastmile/acme/get_store_info/sto_01JD3M7X9KQA/',
  '/LASTMILE/acme/get_store_info/sto_01JD3M7X9KQA',
  '/lastmile\\acme\\get_store_info\\x',
  '/lastmile/acme/get_store_info/%00',
  '/lastmile/acme/get_store_info/%c0%ae%c0%ae',
  '/lastmile;x/acme/get_store_info/sto_01JD3M7X9KQA',
  '/_sandbox/../lastmile',
  '/_sandbox/%2e%2e/',
  '/_sandbox/page.js/../../etc/passwd',
  '/_sandbox/deliveries/..%2f..%2fsnapshot',
  '/_sandbox/deliveries/__proto__',
  '/_sandbox/page/constructor',
  '/%5fsandbox/snapshot',
  '/marketplace/orders/__proto__',
  '/marketplace/menu/../orders/x',
];

const compressed = (operation: string, body: Buffer): (string | Buffer)[] => [
  writeHead(operation) +
    lines('Idempotency-Key: key-bomb', 'Content-Encoding: gzip') +
    `${close}Content-Length: ${body.length}\r\n\r\n`,
  body,
];

/** Compressed bodies: name and chunks. */
function bombs(): [name: string, chunks: (string | Buffer)[]][] {
  const bomb = gzipSync(Buffer.alloc(200_000_000, ' '), { level: 9 });
  const members = Buffer.concat(Array.from({ length: 100 }, () => gzipSync('{}')));
  const trailing = Buffer.concat([gzipSync('{}'), Buffer.alloc(5000, 0x41)]);
  return [
    ['200 MB in 200 kB of gzip', compressed('/marketplace/menu', bomb)],
    ['a bomb for a small operation', compressed('/lastmile/acme/create_estimate', bomb)],
    ['a bomb in a bomb', compressed('/marketplace/menu', gzipSync(bomb))],
    ['gzip with 100 members', compressed('/lastmile/acme/create_estimate', members)],
    ['gzip with trailing bytes', compressed('/lastmile/acme/create_estimate', trailing)],
    ['a bomb for the control API', compressed('/_sandbox/reset', bomb)],
  ];
}

/**
 * Returns all cases. A case expects one response unless its table contains a different number;
 * `null` accepts any number.
 */
export const protocolCases = (): ProtocolCase[] => [
  ...[
    ...writes,
    ...chunkedBodies.map(
      ([name, body, responses]) =>
        [name, ['Transfer-Encoding: chunked'], body, responses] as (typeof writes)[number],
    ),
  ].map(([name, headers, body, responses = 1]) => ({
    name,
    chunks: [`${writeHead()}${lines(...headers)}\r\n${body}`],
    responses: responses ?? undefined,
  })),
  ...messages.map(([name, bytes, responses, status]) => ({
    name,
    chunks: Array.isArray(bytes) ? bytes : [bytes],
    responses: responses ?? undefined,
    status,
  })),
  ...paths.map((path) => ({
    name: `the path ${path}`,
    chunks: [get(path, token.trim(), 'Connection: close')],
    responses: 1,
  })),
  ...bombs().map(([name, chunks]) => ({ name, chunks, responses: 1 })),
];
