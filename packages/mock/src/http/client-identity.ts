import type { IncomingHttpHeaders } from 'node:http';

/** Longest name and version, in characters. */
const maxLength = 100;

/**
 * Returns what sent a request: the first product of `X-Delivery-Client` or `User-Agent` (RFC 9110),
 * and the number of the attempt, which the clients of this project send after `attempt/`.
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
