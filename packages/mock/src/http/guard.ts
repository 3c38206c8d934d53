import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ProblemError } from '@delivery-api/sandbox';

const wildcards: readonly string[] = ['0.0.0.0', '::', ''];

/** Headers that may occur once only: Node keeps the first of two, an intermediary maybe the second. */
const single: readonly string[] = [
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
];

/**
 * Checks the origin of a request.
 *
 * @param host the header `Host`, or the authority of the request target
 * @throws {ProblemError} `invalid_parameter`, which names the header
 */
export type Guard = (request: IncomingMessage, host: string | undefined) => void;

/**
 * Creates the check that keeps web pages of other origins away from the mock. `Host` must be a name
 * of this machine (against DNS rebinding). `Origin` and Fetch Metadata must be those of the mock,
 * except when a browser follows a link.
 *
 * @param bound the name or address that the mock listens on; a wildcard address allows any IP
 * address and any name without a dot
 * @param more further allowed host names
 */
export function createGuard(bound: string, more: readonly string[] = []): Guard {
  const known = new Set([bound, ...more].map((name) => name.toLowerCase()));
  const isAllowed = (name: string): boolean =>
    isLoopbackName(name) ||
    known.has(name) ||
    (wildcards.includes(bound) && (isIP(name) !== 0 || /^[a-z0-9_-]+$/.test(name)));
  return (request, host) => {
    rejectDuplicates(request.rawHeaders);
    const name = hostName(host ?? '');
    if (name === undefined || !isAllowed(name)) {
      throw notAllowed(
        'Host',
        `This mock does not answer to the host '${host ?? ''}'. Call it as 127.0.0.1 or localhost, or start it with --host or --allow-host.`,
      );
    }
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined && origin.toLowerCase() !== `http://${(host ?? '').toLowerCase()}`)
      throw foreignOrigin('Origin', origin);
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation(request))
      throw foreignOrigin('Sec-Fetch-Site', String(site));
  };
}

/** Whether a name or address is reachable from this machine only. */
export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  /^127(\.\d{1,3}){3}$/.test(name) ||
  name === '::1';

/** Whether a browser follows a link from another site, which cannot read the response. */
const isNavigation = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';

function rejectDuplicates(rawHeaders: readonly string[]): void {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const bit = 1 << (single.indexOf(name.toLowerCase()) + 1);
    if (bit > 1 && (seen & bit) !== 0)
      throw notAllowed(name, `The header ${name} is there more than once; send it once.`);
    seen |= bit;
  }
}

/** Returns the lower-case name of `name`, `name:port` or `[address]:port`. */
function hostName(host: string): string | undefined {
  const [, address, name] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  return address ?? name;
}

const foreignOrigin = (header: string, sent: string): ProblemError =>
  notAllowed(
    header,
    `This mock does not answer web pages of other origins ('${sent}'). Call it from a program; tokens do not belong in browsers.`,
  );

const notAllowed = (header: string, message: string): ProblemError =>
  new ProblemError('invalid_parameter', message, {
    errors: [{ header, code: 'not_allowed', message }],
  });
