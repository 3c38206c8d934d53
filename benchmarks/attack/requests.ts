import { gzipSync } from 'node:zlib';
import type { InterfaceName, JsonObject, Operation } from '@delivery-api/specs/contract';
import { bent, brokenBytes, hostileText } from './hostile.ts';
import type { Random } from './random.ts';

/** A request as bytes, and what may be expected of its answer. */
export interface Shot {
  method: string;
  bytes: Buffer;
  /** Whether it asks for a 5xx, or for no answer at all. */
  asksForFailure: boolean;
}

export type Kind = 'valid' | 'nearly' | 'hostile';

const evilSegments: readonly string[] = [
  '..',
  '.',
  '%2e%2e',
  '%2E',
  '..%2f..%2f_sandbox',
  '%2e%2e%2f',
  '%252e%252e%252f',
  'a%00b',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '%ff%fe',
  '',
  '%20',
  ';x=1',
  'a;b',
  '__proto__',
  'constructor',
  'toString',
  '%5f%5fproto%5f%5f',
  '{id}',
  'bkg_%0d%0aX-Injected:%20yes',
  '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  'x'.repeat(65),
  'x'.repeat(8000),
  '%f0%9f%92%a5',
  '\xff\xfe',
  '*',
  '?x',
  '#x',
  '\\..\\',
];

const evilHeaders: readonly [name: string, values: readonly string[]][] = [
  [
    'Idempotency-Key',
    [
      '',
      'short',
      'x'.repeat(129),
      'with space in it',
      '__proto__',
      '\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9',
      'constructor',
      'key-0001, key-0002',
    ],
  ],
  ['If-None-Match', ['*', '"', 'W/"x"', `"${'x'.repeat(7000)}"`, '"a","b",W/"c"', '\xff']],
  [
    'Prefer',
    [
      'code=',
      'code=abc',
      'code=999',
      'code=-1',
      'code=200, code=404',
      'example=__proto__',
      'example=',
      'dynamic=true',
      'code=404; example=toString',
      ';;;,,,===',
      `example="${'x'.repeat(5000)}"`,
    ],
  ],
  [
    'Accept',
    [
      '',
      'text/html',
      '*/*;q=0',
      'application/json;q=NaN',
      ',,,',
      'application/json;q=',
      `${'a/b,'.repeat(2000)}*/*`,
    ],
  ],
  [
    'Content-Type',
    [
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'application/JSON;;;',
      'multipart/form-data; boundary=x',
      'application/json, text/html',
      'application/json\x00',
    ],
  ],
  [
    'Content-Encoding',
    ['gzip', 'br', 'gzip, gzip', 'deflate', 'identity', 'GZIP', 'chunked', '\xff'],
  ],
  [
    'Authorization',
    [
      '',
      'Bearer',
      'Bearer ',
      'Basic dDp0',
      'Bearer a b',
      'Bearer \xe9',
      `Bearer test_${'x'.repeat(7000)}`,
      'Bearer __proto__',
      'Bearer live_x',
      'bearer test_x, Bearer test_other',
    ],
  ],
  ['Expect', ['100-continue', '200-ok', 'x'.repeat(500)]],
  ['X-HTTP-Method-Override', ['DELETE']],
  ['X-Forwarded-Host', ['evil.example']],
  ['X-Original-URL', ['/_sandbox/reset']],
  ['Range', ['bytes=0-1', 'bytes=-9999999999']],
  ['Connection', ['close, authorization', 'upgrade']],
  ['Upgrade', ['websocket', 'h2c']],
  ['Cookie', ['a=b'.repeat(2000)]],
];

const methods: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'M-SEARCH',
];

let count = 0;

/**
 * A request to an operation: `valid` as the contract has it, `nearly` with one place of the body
 * off, `hostile` with anything.
 *
 * @param live ids that exist, instead of those of the examples
 */
export function shotAt(
  name: InterfaceName,
  operation: Operation,
  kind: Kind,
  random: Random,
  live: readonly string[] = [],
): Shot {
  count += 1;
  const headers = new Map<string, string>([
    ['Host', 'localhost'],
    ['Authorization', 'Bearer test_attack'],
  ]);
  let { method } = { method: operation.method.toUpperCase() };
  if (operation.idempotency !== 'none')
    headers.set('Idempotency-Key', `attack-${random.chance(0.9) ? count : 1}-key`);
  if (operation.conditional && random.chance(0.2)) headers.set('If-None-Match', '"nothing"');
  let path = pathOf(name, operation, kind, random, live);
  let body: Buffer | undefined;
  if (operation.request !== undefined) {
    const example = structuredClone(random.pick(operation.request.examples).value) as JsonObject;
    if ('external_reference' in example && kind === 'valid')
      example.external_reference = `attack-${count}`;
    if ('booking_id' in example && live.length > 0) example.booking_id = random.pick(live);
    const text = kind === 'valid' ? JSON.stringify(example) : bent(example, random);
    body =
      kind === 'hostile' && random.chance(0.25) ? brokenBytes(text, random) : Buffer.from(text);
    headers.set('Content-Type', 'application/json');
    if (random.chance(0.1)) {
      body = gzipSync(body);
      headers.set('Content-Encoding', 'gzip');
    }
  }
  if (kind === 'hostile') {
    for (let more = random.below(3); more > 0; more--) {
      const [header, values] = random.pick(evilHeaders);
      headers.set(header, random.pick(values));
    }
    if (random.chance(0.05))
      headers.delete(random.pick([...headers.keys()].filter((one) => one !== 'Host')));
    if (random.chance(0.1)) method = random.pick(methods);
    if (random.chance(0.05))
      path += random.pick([
        '?',
        '?a=b&a=c',
        '?__proto__[x]=1',
        `?${'x'.repeat(4000)}`,
        '/',
        '//',
        '/..',
      ]);
    if (body === undefined && random.chance(0.1))
      body = Buffer.from(hostileText(random).slice(0, 10_000));
  }
  if (body !== undefined) headers.set('Content-Length', String(body.length));
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...[...headers].map(([header, value]) => `${header}: ${value}`),
    '',
    '',
  ].join('\r\n');
  const asksForFailure =
    /code=|example=/.test(headers.get('Prefer') ?? '') || (body?.includes('answer_lost') ?? false);
  return {
    method,
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), ...(body === undefined ? [] : [body])]),
    asksForFailure,
  };
}

function pathOf(
  name: InterfaceName,
  { path, parameters }: Operation,
  kind: Kind,
  random: Random,
  live: readonly string[],
): string {
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((text, { name: parameter, example }) => {
      const isEvil = kind === 'hostile' && random.chance(0.15);
      const isLive = live.length > 0 && parameter !== 'partner_name' && random.chance(0.7);
      const value = isEvil
        ? random.pick(evilSegments)
        : encodeURIComponent(isLive ? random.pick(live) : String(example));
      return text.replace(`{${parameter}}`, () => value);
    }, path);
  return `/${name}${filled}`;
}
