import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Attack } from '../attack.ts';
import { startMockProcess } from '../mock-process.ts';

const refusedUrls: readonly string[] = [
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/_HELO',
  'ftp://127.0.0.1/',
  'dict://127.0.0.1:11211/',
  'ws://127.0.0.1/',
  'unix:/var/run/docker.sock',
  'javascript:alert(1)',
  'data:text/plain,x',
  'blob:http://127.0.0.1/x',
  'http:',
  'http://',
  '//127.0.0.1/',
  '/hooks',
  '',
  'http://user:secret@127.0.0.1/',
  'http://user@127.0.0.1/',
  'http://:secret@127.0.0.1/',
  'http://127.0.0.1:99999/',
  'http://[::1/',
  'http://127.0.0.1:port/',
  'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.169.254./',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[0:0:0:0:0:ffff:169.254.169.254]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://100.100.100.200/latest/',
  `http://127.0.0.1/${'x'.repeat(3000)}`,
];
const odd: readonly unknown[] = [
  1,
  true,
  [],
  {},
  ['http://127.0.0.1/'],
  { url: 'http://127.0.0.1/' },
  { toString: 'http://127.0.0.1/' },
];

/** What a receiver of events may answer to lead the sandbox elsewhere, or to hold it up. */
const receipts = (
  elsewhere: string,
): readonly [status: number, headers: Record<string, string>, body: string][] => [
  [301, { Location: elsewhere }, ''],
  [302, { Location: 'file:///etc/passwd' }, ''],
  [303, { Location: elsewhere }, ''],
  [307, { Location: elsewhere }, ''],
  [308, { Location: 'http://169.254.169.254/' }, ''],
  [200, { Refresh: `0; url=${elsewhere}` }, '<meta http-equiv="refresh">'],
  [200, {}, 'x'.repeat(5_000_000)],
  [503, { 'Retry-After': '99999999999999999999' }, ''],
  [503, { 'Retry-After': '-1' }, ''],
  [429, { 'Retry-After': 'Fri, 99 Foo 99999' }, ''],
  [418, { 'Set-Cookie': 'a=b' }, '\u0000\ud83d'],
];

/** Request forgery: the sandbox posts where it is told to, and only there. */
export const targets: Attack = {
  name: 'targets',
  title: 'request forgery through webhook targets and redirects',
  async run({ tell, tried }) {
    const mock = await startMockProcess(['--quiet', '--frozen', '--start', '2026-11-20T18:00:00Z']);
    const led: string[] = [];
    const elsewhere = await serve((request) => void led.push(`${request.method} ${request.url}`));
    let answer: readonly [number, Record<string, string>, string] = [204, {}, ''];
    const sent: IncomingMessage[] = [];
    const receiver = await serve(
      (request, body) => {
        sent.push(request);
        return body;
      },
      () => answer,
    );
    const put = (path: string, body: unknown): Promise<Response> =>
      fetch(`${mock.url}/_sandbox/${path}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const arrive = async (): Promise<void> => {
      const response = await fetch(`${mock.url}/_sandbox/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      if (response.status !== 201) throw new Error(`No order arrives: ${await response.text()}`);
      await put('clock', { advance_seconds: 1 });
    };
    try {
      for (const url of [...refusedUrls, ...odd]) {
        for (const name of ['lastmile', 'marketplace']) {
          tried();
          const { status } = await put('webhooks', { [name]: { url } });
          if (status !== 422)
            tell(
              `a target is taken that should be refused (${status})`,
              `PUT /_sandbox/webhooks {"${name}":{"url":${JSON.stringify(url)}}}`,
            );
        }
      }
      for (const one of receipts(`${elsewhere.url}/led`)) {
        answer = one;
        tried();
        await put('webhooks', { marketplace: { url: `${receiver.url}/hooks` } });
        await arrive();
      }
      if (sent.length < receipts('').length)
        tell(
          `only ${sent.length} of ${receipts('').length} events arrived`,
          'events at a receiver that redirects',
        );
      if (led.length > 0)
        tell(
          `a redirect of a receiver was followed: ${led[0]}`,
          'answer an event with 301 and a Location',
        );
      if (
        sent.some(
          ({ headers }) => headers.authorization !== undefined || headers.cookie !== undefined,
        )
      )
        tell('an event carries a token or a cookie', 'look at what a receiver gets');

      // Events are JSON from this machine, so they may reach the mock's own control surface; what
      // they say is nothing that it takes.
      for (const path of [
        'reset',
        'clock',
        'faults',
        'webhooks',
        'orders/x/advance',
        'bookings/x/advance',
      ]) {
        tried();
        await put('webhooks', { marketplace: { url: `${mock.url}/_sandbox/${path}` } });
        await arrive();
        const newest = (await (await fetch(`${mock.url}/_sandbox/deliveries?limit=1`)).json()) as {
          attempts: { answer?: { status: number } }[];
        }[];
        const status = newest[0]?.attempts[0]?.answer?.status ?? 0;
        if (status < 400)
          tell(
            `an event directs the sandbox (${status})`,
            `PUT /_sandbox/webhooks with /_sandbox/${path} as the target`,
          );
      }
      return undefined;
    } finally {
      await mock.stop();
      elsewhere.server.close();
      receiver.server.close();
    }
  },
};

async function serve(
  take: (request: IncomingMessage, body: string) => unknown,
  answer: () => readonly [number, Record<string, string>, string] = () => [204, {}, ''],
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      take(request, body);
      const [status, headers, text] = answer();
      response
        .on('error', () => {})
        .writeHead(status, headers)
        .end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
