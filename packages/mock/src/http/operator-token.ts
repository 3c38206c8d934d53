import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@delivery-api/sandbox';

/**
 * Returns a function that checks the operator token of a control API request. The token is a bearer
 * token, or the password in Basic authentication, for which browsers prompt.
 *
 * @param token `undefined` if the control API requires no token
 * @returns a function that throws a `ProblemError` (`unauthenticated`) without a valid token
 */
export function operatorCheck(token: string | undefined): (message: IncomingMessage) => void {
  if (token === undefined) return () => {};
  const expected = digest(token);
  return ({ headers }) => {
    const sent = credentials(headers.authorization ?? '');
    if (sent !== undefined && timingSafeEqual(digest(sent), expected)) return;
    throw new ProblemError(
      'unauthenticated',
      'The control API of this sandbox requires the operator token; send `Authorization: Bearer <token>`.',
      { headers: { 'WWW-Authenticate': 'Bearer, Basic realm="delivery-mock", charset="UTF-8"' } },
    );
  };
}

function credentials(authorization: string): string | undefined {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
