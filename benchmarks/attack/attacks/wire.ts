import { gzipSync } from 'node:zlib';
import { type Attack, type Attacker, printable } from '../attack.ts';
import { interfaces, type Judged, judge, parsed } from '../judge.ts';
import { startMockProcess } from '../mock-process.ts';
import { talk, type WireAnswer } from '../wire.ts';

const host = 'Host: localhost\r\n';
const token = 'Authorization: Bearer test_attack\r\n';
const read = `GET /lastmile/acme/get_store_info/sto_01JD3M7X9KQA HTTP/1.1\r\n${host}${token}`;
const write = (length: string): string =>
  `POST /lastmile/acme/create_estimate HTTP/1.1\r\n${host}${token}Content-Type: application/json\r\n${length}`;
/** What an attacker hides behind another request. Its path is one that nobody else asks for. */
const hidden = `GET /_sandbox/hidden_request HTTP/1.1\r\n${host}\r\n`;
const close = 'Connection: close\r\n';

/**
 * How many answers are right, and whatever follows is not to be taken for another request;
 * `undefined` where it does not matter.
 */
type Case = [
  name: string,
  bytes: string | Buffer | (string | Buffer)[],
  answers?: number | undefined,
  status?: number,
];

const lengths: Case[] = [
  [
    'length and chunks',
    `${write('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n')}0\r\n\r\n${hidden}`,
    1,
  ],
  [
    'chunks and length',
    `${write(`Transfer-Encoding: chunked\r\nContent-Length: ${hidden.length + 5}\r\n\r\n`)}0\r\n\r\n${hidden}`,
    1,
  ],
  ['two lengths', `${write('Content-Length: 2\r\nContent-Length: 40\r\n\r\n')}{}${hidden}`, 1],
  ['two lengths in one header', `${write('Content-Length: 2, 40\r\n\r\n')}{}${hidden}`, 1],
  [
    'the same length twice',
    `${write('Content-Length: 2\r\nContent-Length: 2\r\n\r\n')}{}${hidden}`,
    1,
  ],
  ['a length with a sign', `${write('Content-Length: +2\r\n\r\n')}{}${hidden}`, 1],
  ['a negative length', `${write('Content-Length: -1\r\n\r\n')}{}${hidden}`, 1],
  ['a hexadecimal length', `${write('Content-Length: 0x2\r\n\r\n')}{}${hidden}`, 1],
  [
    'a length beyond all numbers',
    `${write(`Content-Length: ${'9'.repeat(40)}\r\n\r\n`)}{}${hidden}`,
    1,
  ],
  ['a length with a space in it', `${write('Content-Length: 1 0\r\n\r\n')}{}${hidden}`, 1],
  [
    'a space before the colon',
    `${write('Transfer-Encoding : chunked\r\nContent-Length: 2\r\n\r\n')}{}${hidden}`,
    1,
  ],
  [
    'a folded header',
    `${write('Transfer-Encoding:\r\n chunked\r\nContent-Length: 2\r\n\r\n')}0\r\n\r\n${hidden}`,
    1,
  ],
  [
    'an unknown transfer coding',
    `${write('Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n')}{}${hidden}`,
    1,
  ],
  [
    'chunked, then identity',
    `${write('Transfer-Encoding: chunked, identity\r\nContent-Length: 2\r\n\r\n')}{}${hidden}`,
    1,
  ],
  [
    'chunked twice',
    `${write('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n')}2\r\n{}\r\n0\r\n\r\n`,
    undefined,
  ],
  [
    'a control character in the coding',
    `${write('Transfer-Encoding: \x0bchunked\r\nContent-Length: 2\r\n\r\n')}{}${hidden}`,
    1,
  ],
  [
    'a chunk beyond all numbers',
    `${write('Transfer-Encoding: chunked\r\n\r\n')}fffffffffffffffff\r\n{}`,
    1,
  ],
  ['a negative chunk', `${write('Transfer-Encoding: chunked\r\n\r\n')}-1\r\n{}${hidden}`, 1],
  ['a chunk that ends early', `${write('Transfer-Encoding: chunked\r\n\r\n')}2\r\n{}x${hidden}`, 1],
  [
    'a chunk extension without end',
    `${write('Transfer-Encoding: chunked\r\n\r\n')}2;${'x'.repeat(20_000)}`,
    1,
  ],
  [
    'a chunk extension with a line feed',
    `${write('Transfer-Encoding: chunked\r\n\r\n')}2;x\n{}\r\n0\r\n\r\n${hidden}`,
    1,
  ],
  [
    'a trailer that names a token',
    `${write('Transfer-Encoding: chunked\r\n\r\n')}2\r\n{}\r\n0\r\nAuthorization: Bearer live_x\r\n\r\n`,
    undefined,
  ],
  ['line feeds alone', read.replaceAll('\r\n', '\n').concat('\n', hidden), undefined],
  ['a carriage return alone', `${read}X: a\rContent-Length: 5\r\n\r\n`, 1],
  [
    'HTTP/1.0 that stays open, with another behind it',
    `GET / HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    1,
  ],
];

const shapes: Case[] = [
  [
    'two hosts',
    `GET /_sandbox/snapshot HTTP/1.1\r\n${host}Host: evil.example\r\n${close}\r\n`,
    1,
    400,
  ],
  [
    'an absolute target elsewhere',
    `GET http://evil.example/_sandbox/snapshot HTTP/1.1\r\n${host}${close}\r\n`,
    1,
  ],
  [
    'a target with a user',
    `GET http://localhost@evil.example/_sandbox/snapshot HTTP/1.1\r\n${host}${close}\r\n`,
    1,
  ],
  ['CONNECT', `CONNECT localhost:22 HTTP/1.1\r\n${host}\r\n`, undefined],
  [
    'an upgrade to a socket',
    `GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    undefined,
  ],
  [
    'an upgrade to HTTP/2',
    `GET / HTTP/1.1\r\n${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n\r\n`,
    undefined,
  ],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 1],
  ['the beginning of TLS', Buffer.from('1603010200010001fc0303', 'hex'), 1],
  ['HTTP/9.9', `GET / HTTP/9.9\r\n${host}\r\n`, 1],
  ['an unknown method', `${'X'.repeat(30)} / HTTP/1.1\r\n${host}\r\n`, 1],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`, 1],
  ['nothing but empty lines', '\r\n'.repeat(5000).concat(`${read}${close}\r\n`), undefined],
  ['a NUL in the path', `GET /lastmile/\0acme HTTP/1.1\r\n${host}\r\n`, 1],
  ['a NUL in a header', `${read}X: a\0b\r\n\r\n`, 1],
  [
    'bytes beyond ASCII in the path',
    `GET /lastmile/\xff\xfe/get_store_info/\xc3\xa9 HTTP/1.1\r\n${host}${token}${close}\r\n`,
    1,
  ],
  ['a path of 15,000 bytes', `GET /${'a'.repeat(15_000)} HTTP/1.1\r\n${host}${close}\r\n`, 1],
  ['a path beyond all limits', `GET /${'a'.repeat(200_000)} HTTP/1.1\r\n${host}${close}\r\n`, 1],
  ['one huge header', `${read}X: ${'x'.repeat(200_000)}\r\n\r\n`, 1],
  [
    'a flood of headers',
    `${read}${Array.from({ length: 1900 }, (_, index) => `h${index}:\r\n`).join('')}${close}\r\n`,
    1,
  ],
  ['a flood of one header', `${read}${'Idempotency-Key: a\r\n'.repeat(700)}${close}\r\n`, 1],
  [
    'headers named after the prototype',
    `${read}__proto__: x\r\nconstructor: y\r\nhasOwnProperty: z\r\n${close}\r\n`,
    1,
  ],
  ['many requests at once', `${read}\r\n`.repeat(500).concat(`${read}${close}\r\n`), 501],
  ['two tokens', `${read}Authorization: Bearer live_x\r\n${close}\r\n`, 1, 400],
  [
    'two keys',
    `${write('Idempotency-Key: key-aaaa\r\nIdempotency-Key: key-bbbb\r\nContent-Length: 2\r\n')}${close}\r\n{}`,
    1,
  ],
  [
    'two media types',
    `${write('Content-Type: text/plain\r\nContent-Length: 2\r\n')}${close}\r\n{}`,
    1,
    400,
  ],
  ['half a request, then nothing more is sent', [`${read}X: y`, '\r\n\r\n'], undefined],
  [
    'a body that is longer than its length',
    `${write('Content-Length: 2\r\n\r\n')}{}{}{}{}`,
    undefined,
  ],
];

const paths: Case[] = [
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
].map(
  (path): Case => [`the path ${path}`, `GET ${path} HTTP/1.1\r\n${host}${token}${close}\r\n`, 1],
);

const bomb = gzipSync(Buffer.alloc(200_000_000, ' '), { level: 9 });
const packed = (operation: string, body: Buffer, more = ''): (string | Buffer)[] => [
  `POST ${operation} HTTP/1.1\r\n${host}${token}Idempotency-Key: key-bomb\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n${more}${close}Content-Length: ${body.length}\r\n\r\n`,
  body,
];
const bombs: Case[] = [
  ['200 MB in 200 kB of gzip', packed('/marketplace/menu', bomb), 1],
  ['the same to an operation with small bodies', packed('/lastmile/acme/create_estimate', bomb), 1],
  ['a bomb in a bomb', packed('/marketplace/menu', gzipSync(bomb)), 1],
  [
    'gzip in a hundred members',
    packed(
      '/lastmile/acme/create_estimate',
      Buffer.concat(Array.from({ length: 100 }, () => gzipSync('{}'))),
    ),
    1,
  ],
  [
    'gzip with rubbish behind it',
    packed(
      '/lastmile/acme/create_estimate',
      Buffer.concat([gzipSync('{}'), Buffer.alloc(5000, 0x41)]),
    ),
    1,
  ],
  ['a bomb for the control surface', packed('/_sandbox/reset', bomb), 1],
];

/** Bytes that no polite client sends. */
export const wire: Attack = {
  name: 'wire',
  title: 'lengths, smuggled requests, header floods, path tricks, bombs, over raw sockets',
  async run(attacker) {
    const mock = await startMockProcess(['--quiet', '--frozen']);
    try {
      for (const [name, bytes, answers, status] of [...lengths, ...shapes, ...paths, ...bombs]) {
        attacker.tried();
        const pieces = (Array.isArray(bytes) ? bytes : [bytes]).map((piece) =>
          typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece,
        );
        const heard = await talk(mock.port, pieces, {
          patience: answers === undefined ? 1_000 : 8_000,
        });
        const tell = (what: string): void =>
          attacker.tell(`${name}: ${what}`, printable(Buffer.concat(pieces)));
        if (!mock.isAlive()) {
          tell(`the mock ended: ${mock.output().slice(-500)}`);
          break;
        }
        if (answers !== undefined && heard.answers.length !== answers)
          tell(`${heard.answers.length} answers instead of ${answers}, then ${heard.ended}`);
        if (status !== undefined && heard.answers[0]?.status !== status)
          tell(`${heard.answers[0]?.status} instead of ${status}`);
        for (const answer of heard.answers)
          for (const what of faultsOf(answer)) tell(`${answer.status}: ${what}`);
      }
      await isWell(mock.port, attacker);
      return undefined;
    } finally {
      await mock.stop();
    }
  },
};

function faultsOf(answer: WireAnswer): string[] {
  if (answer.status >= 500) return [`nobody asked for it: ${answer.text.slice(0, 300)}`];
  if (/hidden_request/.test(answer.text)) return ['the hidden request was taken for one'];
  const found: string[] = [];
  if (/"lastmile":\{"(bookings|stores)"/.test(answer.text)) found.push('the snapshot was told');
  if (answer.status >= 400)
    found.push(
      ...judge(interfaces[0] as Judged, undefined, answer, 'GET').filter(
        (what) => !/not in the catalogue/.test(what) || parsed(answer.text) === undefined,
      ),
    );
  return found;
}

/** Asks once politely, whether all is as before. */
export async function isWell(port: number, attacker: Attacker): Promise<void> {
  const begun = performance.now();
  const heard = await talk(port, `${read}${close}\r\n`, { patience: 5_000 });
  const milliseconds = performance.now() - begun;
  if (heard.answers[0]?.status !== 200)
    attacker.tell(
      `a plain read is answered ${heard.answers[0]?.status ?? heard.ended} afterwards`,
      printable(`${read}${close}\r\n`),
    );
  else if (milliseconds > 4_000)
    attacker.tell(
      `a plain read takes ${Math.round(milliseconds)} ms afterwards`,
      printable(`${read}${close}\r\n`),
    );
}
