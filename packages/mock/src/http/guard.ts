import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ProblemError } from '@delivery-api/sandbox/kernel/problem-error.ts';

const wildcards: readonly string[] = ['0.0.0.0', '::', ''];

/**
 * Headers that decide who asks, for what, and in which form. Node keeps the first of two; somebody
 * in between may go by the second.
 */
const single: readonly string[] = [
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
];

/**
 * Lets a request pass, or refuses it.
 *
 * @param host what the request says it is for: the header `Host`, or the authority of its target
 * @throws {ProblemError} `invalid_parameter`, which names the header
 */
export type Guard = (request: IncomingMessage, host: string | undefined) => void;

/**
 * Makes the check that keeps a web page from talking to the mock on its reader's machine: `Host`
 * has to be a name that leads here anyway (against
 * DNS rebinding); `Origin`, which browsers send with everything but plain reads, has to be the mock
 * itself; and so has what they say about a plain
 * read (Fetch Metadata), unless somebody follows a link.
 *
 * @param bound the name or address that the mock listens on; on a wildcard address any IP address
 * and any name without a dot will do
 * @param more further names to answer to
 */
export function createGuard(bound: string, more: readonly string[] = []): Guard {
  const known = new Set([bound, ...more].map((name) => name.toLowerCase()));
  const isAllowed = (name: string): boolean =>
    isLoopbackName(name) ||
    known.has(name) ||
    (wildcards.includes(bound) && (isIP(name) !== 0 || /^[a-z0-9_-]+$/.test(name)));
  return (request, host) => {
    refuseDoubled(request.rawHeaders);
    const name = hostName(host ?? '');
    if (name === undefined || !isAllowed(name)) {
      throw refused(
        'Host',
        `This mock does not answer to the host '${host ?? ''}'. Call it as 127.0.0.1 or localhost, or start it with --host or --allow-host.`,
      );
    }
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined && origin.toLowerCase() !== `http://${(host ?? '').toLowerCase()}`)
      throw otherOrigin('Origin', origin);
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isLink(request))
      throw otherOrigin('Sec-Fetch-Site', String(site));
  };
}

/** Whether only this machine can reach what listens there. */
export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  /^127(\.\d{1,3}){3}$/.test(name) ||
  name === '::1';

/**
 * Whether somebody follows a link from another site: the answer is shown to him, and that site
 * cannot read it.
 */
const isLink = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';

function refuseDoubled(rawHeaders: readonly string[]): void {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const bit = 1 << (single.indexOf(name.toLowerCase()) + 1);
    if (bit > 1 && (seen & bit) !== 0)
      throw refused(name, `The header ${name} is there more than once; send it once.`);
    seen |= bit;
  }
}

/** The name of `name`, `name:port` or `[address]:port`, in lower case. */
function hostName(host: string): string | undefined {
  const [, address, name] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  return address ?? name;
}

const otherOrigin = (header: string, said: string): ProblemError =>
  refused(
    header,
    `This mock does not answer web pages of other origins ('${said}'). Call it from a program; tokens do not belong in browsers.`,
  );

const refused = (header: string, message: string): ProblemError =>
  new ProblemError('invalid_parameter', message, {
    errors: [{ header, code: 'not_allowed', message }],
  });
