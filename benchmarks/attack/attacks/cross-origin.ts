import { apis, storePaths } from '../../shared/contracts.ts';
import { withMock } from '../../shared/mock-server.ts';
import { exchange } from '../../shared/raw-http.ts';
import { checkResponse } from '../../shared/response-check.ts';
import { sandboxState } from '../../shared/sandbox-control.ts';
import { type Attack, printable } from '../context.ts';

const writes: readonly [method: string, path: string, body: string][] = [
  ['POST', '/_sandbox/reset', '{}'],
  ['POST', '/_sandbox/reset', ''],
  ['PUT', '/_sandbox/clock', '{"frozen":false}'],
  ['PUT', '/_sandbox/webhooks', '{"lastmile":{"url":"http://evil.example/"}}'],
  ['PUT', '/_sandbox/faults', '{"operations":[{"operation":"*","drop":true}]}'],
  ['POST', '/_sandbox/orders', '{}'],
];
const reads = [
  '/',
  '/_sandbox',
  ...'health snapshot deliveries requests webhooks page/state'
    .split(' ')
    .map((path) => `/_sandbox/${path}`),
  `/lastmile${storePaths.lastmile}`,
];

const foreignOrigins = [
  ...'http://evil.example null https://localhost http://localhost http://127.0.0.1:1'.split(' '),
  ...'http://127.0.0.1.evil.example file:// chrome-extension://abcdef'.split(' '),
  '',
];
const foreignHosts = [
  ...'evil.example evil.example:80 localhost.evil.example 127.0.0.1.nip.io'.split(' '),
  ...'127.0.0.1@evil.example evil.example#localhost 0x7f.1 2130706433 0'.split(' '),
  ...'[::ffff:127.0.0.1] localhost:80:80 169.254.169.254 192.168.0.1 local\u0127ost'.split(' '),
  'localhost evil.example',
  '',
];
/** Media types that a page can send to another origin without a preflight request. */
const simpleTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  '',
];
const fetchMetadata = [
  'Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n',
  'Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors\r\n',
];

interface CrossOriginRequest {
  what: string;
  method: string;
  path: string;
  head: string;
  body?: string;
}

/** Requests that a web page can make a browser send to the mock. */
export const crossOrigin: Attack = {
  name: 'cross-origin',
  title: 'cross-origin requests, simple media types, DNS rebinding',
  run: ({ report, count }) =>
    withMock(['--quiet', '--frozen', '--seed', 'origins'], async ({ port, url }) => {
      const before = await sandboxState(url);
      for (const { what, method, path, head, body = '' } of requestsTo(port)) {
        count();
        const request = Buffer.from(
          `${method} ${path} HTTP/1.1\r\n${head}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        const reportDefect = (defect: string): void =>
          report(`${what}: ${defect}`, printable(request));
        const { responses, ended } = await exchange(port, [request], { methods: [method] });
        const [response] = responses;
        if (response === undefined || response.status < 400 || response.status >= 500) {
          reportDefect(String(response?.status ?? ended));
          continue;
        }
        checkResponse(apis.lastmile, undefined, response, method).forEach(reportDefect);
        for (const name of Object.keys(response.headers))
          if (name.startsWith('access-control-')) reportDefect(`the response has ${name}`);
      }
      if ((await sandboxState(url)) !== before)
        report('the state of the sandbox changed', 'compare the control API before and after');
      return undefined;
    }),
};

function* requestsTo(port: number): Generator<CrossOriginRequest> {
  const ownHost = `Host: 127.0.0.1:${port}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  const targets = [
    ...writes.map(([method, path, body]) => ({ kind: 'write', method, path, body, content: json })),
    ...reads.map((path) => ({
      kind: 'read',
      method: 'GET',
      path,
      body: '',
      content: 'Authorization: Bearer test_x\r\n',
    })),
  ];
  for (const { kind, content, ...target } of targets) {
    for (const origin of foreignOrigins) {
      const head = `${ownHost}${content}Origin: ${origin}\r\n`;
      yield { ...target, what: `a ${kind} from the origin '${origin}'`, head };
    }
    for (const host of foreignHosts)
      yield {
        ...target,
        what: `a ${kind} to the host '${host}'`,
        head: `Host: ${host}\r\n${content}`,
      };
    for (const metadata of fetchMetadata)
      yield { ...target, what: `a ${kind} from another site`, head: ownHost + content + metadata };
    for (const type of kind === 'write' ? simpleTypes : []) {
      const contentType = type === '' ? '' : `Content-Type: ${type}\r\n`;
      yield { ...target, what: `a write with the type '${type}'`, head: ownHost + contentType };
    }
  }
  const origin = 'Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n';
  for (const method of ['OPTIONS', 'HEAD'])
    yield {
      what: `${method} before a write`,
      method,
      path: '/_sandbox/reset',
      head: ownHost + origin,
    };
}
