import type { IncomingMessage } from 'node:http';
import { serveHttp } from '../../shared/listen.ts';
import { withMock } from '../../shared/mock-server.ts';
import { sandboxControl } from '../../shared/sandbox-control.ts';
import type { Attack } from '../context.ts';

/** Webhook targets that the mock must reject. */
const invalidTargets: readonly unknown[] = [
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/_HELO',
  'ftp://127.0.0.1/',
  'dict://127.0.0.1:11211/',
  'ws://127.0.0.1/',
  'unix:/var/run/docker.sock',
  'javascript:alert(1)',
  'data:text/plain,x',
  'blob:http://127.0.0.1/x',
  ...'http: http:// //127.0.0.1/ /hooks'.split(' '),
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
  ...[1, true, [], {}, ['http://127.0.0.1/'], { url: 'http://127.0.0.1/' }],
  { toString: 'http://127.0.0.1/' },
];

type ReceiverResponse = readonly [status: number, headers: Record<string, string>, body: string];

/** Malicious responses of a webhook receiver: redirects, large bodies, and invalid headers. */
const receiverResponses = (otherUrl: string): readonly ReceiverResponse[] => [
  [301, { Location: otherUrl }, ''],
  [302, { Location: 'file:///etc/passwd' }, ''],
  [303, { Location: otherUrl }, ''],
  [307, { Location: otherUrl }, ''],
  [308, { Location: 'http://169.254.169.254/' }, ''],
  [200, { Refresh: `0; url=${otherUrl}` }, '<meta http-equiv="refresh">'],
  [200, {}, 'x'.repeat(5_000_000)],
  [503, { 'Retry-After': '99999999999999999999' }, ''],
  [503, { 'Retry-After': '-1' }, ''],
  [429, { 'Retry-After': 'Fri, 99 Foo 99999' }, ''],
  [418, { 'Set-Cookie': 'a=b' }, '\u0000\ud83d'],
];

const controlPaths = 'reset clock faults webhooks orders/x/advance bookings/x/advance'.split(' ');

/** Server-side request forgery through webhook targets and redirects. */
export const ssrf: Attack = {
  name: 'ssrf',
  title: 'server-side request forgery through webhook targets and redirects',
  run: ({ report, count }) =>
    withMock(['--quiet', '--frozen', '--start', '2026-11-20T18:00:00Z'], async ({ url }) => {
      const control = sandboxControl(url);
      const redirected: string[] = [];
      const received: IncomingMessage[] = [];
      let receiverResponse: ReceiverResponse = [204, {}, ''];
      const other = await serveHttp((request, _body, response) => {
        redirected.push(`${request.method} ${request.url}`);
        response.writeHead(204).end();
      });
      const receiver = await serveHttp((request, _body, response) => {
        received.push(request);
        const [status, headers, body] = receiverResponse;
        response.writeHead(status, headers).end(body);
      });
      const deliverTo = async (target: string): Promise<void> => {
        await control('PUT', '/webhooks', { marketplace: { url: target } });
        await control('POST', '/orders');
        await control('PUT', '/clock', { advance_seconds: 1 });
      };
      try {
        for (const target of invalidTargets) {
          for (const name of ['lastmile', 'marketplace']) {
            count();
            const body = JSON.stringify({ [name]: { url: target } });
            const headers = { 'Content-Type': 'application/json' };
            const init = { method: 'PUT', headers, body };
            const { status } = await fetch(`${url}/_sandbox/webhooks`, init);
            if (status !== 422)
              report(`an invalid target returned ${status}`, `PUT /_sandbox/webhooks ${body}`);
          }
        }
        const responses = receiverResponses(`${other.url}/redirected`);
        for (const response of responses) {
          count();
          receiverResponse = response;
          await deliverTo(`${receiver.url}/hooks`);
        }
        const redirect = 'respond to an event with 301 and a Location';
        if (received.length < responses.length)
          report(`${received.length} of ${responses.length} events arrived`, redirect);
        if (redirected.length > 0) report(`a redirect was followed: ${redirected[0]}`, redirect);
        if (received.some(({ headers }) => headers.authorization ?? headers.cookie))
          report('a delivery contains a token or a cookie', 'read the headers of a delivery');
        // The control API accepts JSON from this machine, but no event is a valid control request.
        for (const path of controlPaths) {
          count();
          await deliverTo(`${url}/_sandbox/${path}`);
          const [delivery] = await control<{ attempts: { response?: { status: number } }[] }[]>(
            'GET',
            '/deliveries?limit=1',
          );
          const status = delivery?.attempts[0]?.response?.status ?? 0;
          if (status < 400)
            report(`an event controls the sandbox (${status})`, `target /_sandbox/${path}`);
        }
        return undefined;
      } finally {
        await Promise.all([other.stop(), receiver.stop()]);
      }
    }),
};
