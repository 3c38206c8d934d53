import { type Attack, printable } from '../attack.ts';
import { interfaces, type Judged, judge } from '../judge.ts';
import { startMockProcess } from '../mock-process.ts';
import { talk } from '../wire.ts';

const json = 'Content-Type: application/json\r\n';
/** Changes of the sandbox that a page of somebody else might like to make. */
const changes: readonly [method: string, path: string, body: string][] = [
  ['POST', '/_sandbox/reset', '{}'],
  ['POST', '/_sandbox/reset', ''],
  ['PUT', '/_sandbox/clock', '{"frozen":false}'],
  ['PUT', '/_sandbox/webhooks', '{"lastmile":{"url":"http://evil.example/"}}'],
  ['PUT', '/_sandbox/faults', '{"operations":[{"operation":"*","drop":true}]}'],
  ['POST', '/_sandbox/orders', '{}'],
];
const reads: readonly string[] = [
  '/',
  '/_sandbox',
  '/_sandbox/health',
  '/_sandbox/snapshot',
  '/_sandbox/deliveries',
  '/_sandbox/requests',
  '/_sandbox/webhooks',
  '/_sandbox/page/state',
];

const foreignOrigins: readonly string[] = [
  'http://evil.example',
  'null',
  'https://localhost',
  'http://localhost',
  'http://127.0.0.1:1',
  'http://127.0.0.1.evil.example',
  'file://',
  'chrome-extension://abcdef',
  '',
];
const foreignHosts: readonly string[] = [
  'evil.example',
  'evil.example:80',
  'localhost.evil.example',
  '127.0.0.1.nip.io',
  '127.0.0.1@evil.example',
  'evil.example#localhost',
  'localhost evil.example',
  '0x7f.1',
  '2130706433',
  '0',
  '[::ffff:127.0.0.1]',
  'localhost:80:80',
  '169.254.169.254',
  '192.168.0.1',
  'local\u0127ost',
  '',
];
const simpleTypes: readonly string[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  '',
];
/** What browsers say about requests that a page of another origin causes. */
const fetchMetadata: readonly string[] = [
  'Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n',
  'Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors\r\n',
];

/**
 * What a web page could have its reader's browser send: to the control surface, from other origins
 * and under other names.
 */
export const origins: Attack = {
  name: 'origins',
  title: 'cross-site requests, simple media types, names that were rebound',
  async run({ tell, tried }) {
    const mock = await startMockProcess(['--quiet', '--frozen', '--seed', 'origins']);
    const own = `Host: 127.0.0.1:${mock.port}\r\n`;
    const state = async (): Promise<string> =>
      (
        await Promise.all(
          ['snapshot', 'clock', 'webhooks', 'faults'].map(async (one) =>
            (await fetch(`${mock.url}/_sandbox/${one}`)).text(),
          ),
        )
      ).join();
    try {
      const before = await state();
      const refused = async (
        what: string,
        method: string,
        path: string,
        head: string,
        body = '',
      ): Promise<void> => {
        tried();
        const bytes = Buffer.from(
          `${method} ${path} HTTP/1.1\r\n${head}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        const { answers, ended } = await talk(mock.port, bytes, { methods: [method] });
        const [answer] = answers;
        if (answer === undefined || answer.status < 400 || answer.status >= 500)
          tell(`${what}: ${answer?.status ?? ended}`, printable(bytes));
        else
          for (const wrong of judge(interfaces[0] as Judged, undefined, answer, method))
            tell(`${what}: ${wrong}`, printable(bytes));
        const told = Object.keys(answer?.headers ?? {}).filter((name) =>
          name.startsWith('access-control-'),
        );
        if (told.length > 0) tell(`${what}: answered with ${told.join(', ')}`, printable(bytes));
      };
      for (const [method, path, body] of changes) {
        for (const origin of foreignOrigins)
          await refused(
            `a change from the origin '${origin}'`,
            method,
            path,
            `${own}${json}Origin: ${origin}\r\n`,
            body,
          );
        for (const type of simpleTypes)
          await refused(
            `a change as '${type}'`,
            method,
            path,
            `${own}${type === '' ? '' : `Content-Type: ${type}\r\n`}`,
            body,
          );
        for (const host of foreignHosts)
          await refused(
            `a change under the name '${host}'`,
            method,
            path,
            `Host: ${host}\r\n${json}`,
            body,
          );
        for (const metadata of fetchMetadata)
          await refused(
            'a change from another site',
            method,
            path,
            `${own}${json}${metadata}`,
            body,
          );
      }
      for (const path of [...reads, '/lastmile/acme/get_store_info/sto_01JD3M7X9KQA']) {
        for (const origin of foreignOrigins)
          await refused(
            `a read from the origin '${origin}'`,
            'GET',
            path,
            `${own}Authorization: Bearer test_x\r\nOrigin: ${origin}\r\n`,
          );
        for (const host of foreignHosts)
          await refused(
            `a read under the name '${host}'`,
            'GET',
            path,
            `Host: ${host}\r\nAuthorization: Bearer test_x\r\n`,
          );
        for (const metadata of fetchMetadata)
          await refused(
            'a read from another site',
            'GET',
            path,
            `${own}Authorization: Bearer test_x\r\n${metadata}`,
          );
      }
      for (const method of ['OPTIONS', 'HEAD'])
        await refused(
          `${method} before a change`,
          method,
          '/_sandbox/reset',
          `${own}Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n`,
        );
      if ((await state()) !== before)
        tell(
          'something in the sandbox has changed',
          'compare GET /_sandbox/snapshot, clock, webhooks and faults before and after',
        );
      return undefined;
    } finally {
      await mock.stop();
    }
  },
};
