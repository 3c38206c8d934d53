import { gzipSync } from 'node:zlib';
import type { InterfaceName, JsonObject, Operation } from '@delivery-api/specs/contract';
import type { Random } from '../../tools/random.ts';
import { corruptBytes, fuzzJson, mutateJson } from './fuzz-values.ts';

/** A request as bytes. */
export interface RawRequest {
  method: string;
  bytes: Buffer;
  /** Whether the request may select a 5xx response or a dropped connection in the mock. */
  requestsFailure: boolean;
}

/**
 * `valid`: an example with a new reference and existing IDs. `mutated`: an example with one change
 * in the body. `fuzzed`: also changes in the path, headers, method, and encoding.
 */
export type RequestKind = 'valid' | 'mutated' | 'fuzzed';

const pathSegments: readonly string[] = [
  ...'.. . %2e%2e %2E ..%2f..%2f_sandbox %2e%2e%2f %252e%252e%252f a%00b %00 % %zz'.split(' '),
  ...'%c0%af %ff%fe %20 ;x=1 a;b __proto__ constructor toString %5f%5fproto%5f%5f'.split(' '),
  ...'{id} bkg_%0d%0aX-Injected:%20yes %3Cscript%3Ealert(1)%3C%2Fscript%3E'.split(' '),
  ...'%f0%9f%92%a5 \xff\xfe * ?x #x \\..\\'.split(' '),
  '',
  'x'.repeat(65),
  'x'.repeat(8000),
];

const headerValues: readonly [name: string, values: readonly string[]][] = [
  ['Idempotency-Key', ['', 'short', 'x'.repeat(129), 'with space in it', 'key-0001, key-0002']],
  ['Idempotency-Key', ['__proto__', 'constructor', '\xe9'.repeat(8)]],
  ['If-None-Match', ['*', '"', 'W/"x"', `"${'x'.repeat(7000)}"`, '"a","b",W/"c"', '\xff']],
  ['Prefer', ['code=', 'code=abc', 'code=999', 'code=-1', 'code=200, code=404', 'dynamic=true']],
  ['Prefer', ['example=__proto__', 'example=', `example="${'x'.repeat(5000)}"`, ';;;,,,===']],
  ['Prefer', ['code=404; example=toString']],
  ['Accept', ['', 'text/html', '*/*;q=0', 'application/json;q=NaN', ',,,', 'application/json;q=']],
  ['Accept', [`${'a/b,'.repeat(2000)}*/*`]],
  ['Content-Type', ['', 'text/plain', 'application/json; charset=utf-16', 'application/JSON;;;']],
  ['Content-Type', ['multipart/form-data; boundary=x', 'application/json, text/html']],
  ['Content-Type', ['application/json\x00']],
  ['Content-Encoding', ['gzip', 'br', 'gzip, gzip', 'deflate', 'identity', 'GZIP', 'chunked']],
  ['Content-Encoding', ['\xff']],
  ['Authorization', ['', 'Bearer', 'Bearer ', 'Basic dDp0', 'Bearer a b', 'Bearer \xe9']],
  ['Authorization', [`Bearer test_${'x'.repeat(7000)}`, 'Bearer __proto__', 'Bearer live_x']],
  ['Authorization', ['bearer test_x, Bearer test_other']],
  ['Expect', ['100-continue', '200-ok', 'x'.repeat(500)]],
  ['X-HTTP-Method-Override', ['DELETE']],
  ['X-Forwarded-Host', ['evil.example']],
  ['X-Original-URL', ['/_sandbox/reset']],
  ['Range', ['bytes=0-1', 'bytes=-9999999999']],
  ['Connection', ['close, authorization', 'upgrade']],
  ['Upgrade', ['websocket', 'h2c']],
  ['Cookie', ['a=b'.repeat(2000)]],
];

const methods = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND SEARCH M-SEARCH'.split(' ');
const pathSuffixes = ['?', '?a=b&a=c', '?__proto__[x]=1', `?${'x'.repeat(4000)}`, '/', '//', '/..'];

let requestCount = 0;

/**
 * Generates a request to an operation.
 *
 * @param ids IDs of existing resources. They replace most IDs in the example.
 */
export function generateRequest(
  name: InterfaceName,
  operation: Operation,
  kind: RequestKind,
  random: Random,
  ids: readonly string[] = [],
): RawRequest {
  requestCount += 1;
  const headers = new Map([
    ['Host', 'localhost'],
    ['Authorization', 'Bearer test_attack'],
  ]);
  let method = operation.method.toUpperCase();
  if (operation.idempotency !== 'none')
    headers.set('Idempotency-Key', `attack-${random.chance(0.9) ? requestCount : 1}-key`);
  if (operation.conditional && random.chance(0.2)) headers.set('If-None-Match', '"nothing"');
  let path = generatePath(name, operation, kind, random, ids);
  let body: Buffer | undefined;
  if (operation.request !== undefined) {
    const example = structuredClone(random.pick(operation.request.examples).value) as JsonObject;
    if ('external_reference' in example && kind === 'valid')
      example.external_reference = `attack-${requestCount}`;
    if ('booking_id' in example && ids.length > 0) example.booking_id = random.pick(ids);
    const text = kind === 'valid' ? JSON.stringify(example) : mutateJson(example, random);
    const isCorrupt = kind === 'fuzzed' && random.chance(0.25);
    body = isCorrupt ? corruptBytes(text, random) : Buffer.from(text);
    headers.set('Content-Type', 'application/json');
    if (random.chance(0.1)) {
      body = gzipSync(body);
      headers.set('Content-Encoding', 'gzip');
    }
  }
  if (kind === 'fuzzed') {
    for (let count = random.below(3); count > 0; count--) {
      const [header, values] = random.pick(headerValues);
      headers.set(header, random.pick(values));
    }
    const removable = [...headers.keys()].filter((header) => header !== 'Host');
    if (random.chance(0.05)) headers.delete(random.pick(removable));
    if (random.chance(0.1)) method = random.pick(methods);
    if (random.chance(0.05)) path += random.pick(pathSuffixes);
    if (body === undefined && random.chance(0.1))
      body = Buffer.from(fuzzJson(random).slice(0, 10_000));
  }
  if (body !== undefined) headers.set('Content-Length', String(body.length));
  const headerLines = [...headers].map(([header, value]) => `${header}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${headerLines}\r\n`, 'latin1');
  return {
    method,
    bytes: Buffer.concat(body === undefined ? [head] : [head, body]),
    requestsFailure:
      /code=|example=/.test(headers.get('Prefer') ?? '') || body?.includes('answer_lost') === true,
  };
}

function generatePath(
  name: InterfaceName,
  { path, parameters }: Operation,
  kind: RequestKind,
  random: Random,
  ids: readonly string[],
): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((result, parameter) => {
      const isFuzzed = kind === 'fuzzed' && random.chance(0.15);
      const isExisting = ids.length > 0 && parameter.name !== 'partner_name' && random.chance(0.7);
      const value = isFuzzed
        ? random.pick(pathSegments)
        : encodeURIComponent(isExisting ? random.pick(ids) : String(parameter.example));
      return result.replace(`{${parameter.name}}`, () => value);
    }, path);
  return `/${name}${filled}`;
}
