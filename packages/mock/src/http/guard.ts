import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ProblemError } from '@delivery-api/sandbox';

const wildcards: readonly string[] = ['0.0.0.0', '::', ''];

/** Headers that must not be repeated: Node.js and an intermediary may use different values. */
const singletonHeaders: readonly string[] = [
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
];

/**
 * Checks the origin of a request.
 *
 * @param host the value of the `Host` header, or the authority of the request target
 * @param isLocal whether the request is to a route of the mock itself, such as the control API
 * @returns the allowed origin from which a page may read the response; `undefined` if there is none
 * @throws {ProblemError} `invalid_parameter` with the name of the header
 */
export type Guard = (
  request: IncomingMessage,
  host: string | undefined,
  isLocal: boolean,
) => string | undefined;

/** Host names and origins that the guard accepts. */
export interface GuardOptions {
  /**
   * The name or address that the mock listens on. A wildcard address allows any IP address and any
   * name without a dot.
   */
  host: string;
  /** Additional allowed host names. */
  allowHosts?: readonly string[] | undefined;
  /**
   * Origins whose pages may call the interfaces, but not the routes of the mock itself. An https
   * origin with the host of the request counts as the mock's own origin, for a mock behind a proxy
   * that terminates TLS.
   */
  allowOrigins?: readonly string[] | undefined;
}

/**
 * Creates the check that rejects requests from web pages of other origins. `Host` must be an
 * allowed name, which prevents DNS rebinding. `Origin`, if present, must be the mock's own origin
 * or, for requests to an interface, an allowed origin. Unless the origin is allowed or the browser
 * follows a link, `Sec-Fetch-Site` must be absent, `same-origin` or `none`. The headers in
 * `singletonHeaders` must occur at most once.
 */
export function createGuard({
  host: bound,
  allowHosts = [],
  allowOrigins = [],
}: GuardOptions): Guard {
  const known = new Set([bound, ...allowHosts].map((name) => name.toLowerCase()));
  const isAllowed = (name: string): boolean =>
    isLoopbackName(name) ||
    known.has(name) ||
    (wildcards.includes(bound) && (isIP(name) !== 0 || /^[a-z0-9_-]+$/.test(name)));
  return (request, host, isLocal) => {
    rejectDuplicates(request.rawHeaders);
    const name = hostName(host ?? '');
    if (name === undefined || !isAllowed(name)) {
      throw notAllowed(
        'Host',
        `This mock rejects the host '${host ?? ''}'. Use 127.0.0.1 or localhost, or start the mock with --host or --allow-host.`,
      );
    }
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined && !isLocal && allowOrigins.includes(origin)) return origin;
    if (origin !== undefined && origin.toLowerCase() !== ownOrigin(host ?? '', allowOrigins))
      throw foreignOrigin('Origin', origin);
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation(request))
      throw foreignOrigin('Sec-Fetch-Site', String(site));
    return undefined;
  };
}

/**
 * Returns the origin of the mock for a client that sends `host`. It is an https origin if that
 * origin is allowed, as behind a proxy that terminates TLS.
 */
export function ownOrigin(host: string, allowOrigins: readonly string[] = []): string {
  const secure = `https://${host.toLowerCase()}`;
  return allowOrigins.includes(secure) ? secure : `http://${host.toLowerCase()}`;
}

/** Returns whether a name or address is reachable from this machine only. */
export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  /^127(\.\d{1,3}){3}$/.test(name) ||
  name === '::1';

/**
 * Returns whether a browser opens a document, for example after a click on a link. Pages of other
 * sites cannot read the response.
 */
const isNavigation = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';

function rejectDuplicates(rawHeaders: readonly string[]): void {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const bit = 1 << (singletonHeaders.indexOf(name.toLowerCase()) + 1);
    if (bit > 1 && (seen & bit) !== 0)
      throw notAllowed(name, `The ${name} header occurs more than once; send it once.`);
    seen |= bit;
  }
}

/**
 * Returns the name or IP address in a `Host` value, in lower case, without the port and without the
 * brackets of an IPv6 address; `undefined` if the value is malformed.
 */
function hostName(host: string): string | undefined {
  const [, address, name] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  return address ?? name;
}

const foreignOrigin = (header: string, sent: string): ProblemError =>
  notAllowed(
    header,
    `This mock rejects requests from web pages of other origins (${header}: ${sent}). Call the mock from a program. To allow requests to the APIs, start the mock with --allow-origin.`,
  );

const notAllowed = (header: string, message: string): ProblemError =>
  new ProblemError('invalid_parameter', message, {
    errors: [{ header, code: 'not_allowed', message }],
  });
