import type { IncomingHttpHeaders } from 'node:http';

/** Maximum length of a client name with its version, in characters. */
const maxLength = 100;

/**
 * Returns the client that sent a request, and the attempt number of the request; `undefined` for a
 * value that the headers do not contain. The client is the first product in `X-Delivery-Client` or,
 * without this header, `User-Agent` (RFC 9110). The clients of this project add `attempt/<number>`.
 */
export function clientIdentity(headers: IncomingHttpHeaders): {
  client: string | undefined;
  attempt: number | undefined;
} {
  const agent = String(headers['x-delivery-client'] ?? headers['user-agent'] ?? '');
  const client = /^[\w!#$%&'*+.^`|~-]+(\/[\w!#$%&'*+.^`|~-]+)?/.exec(agent)?.[0];
  const attempt = /(?:^| )attempt\/([1-9]\d{0,5})$/.exec(agent)?.[1];
  return {
    client: client?.slice(0, maxLength),
    attempt: attempt === undefined ? undefined : Number(attempt),
  };
}
