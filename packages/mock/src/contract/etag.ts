import { hash } from 'node:crypto';

/** Returns the strong entity tag of a body. */
export const etagOf = (body: string): string =>
  `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;

/**
 * Returns whether `If-None-Match` (RFC 9110, section 13.1.2) matches the tag: the header contains
 * the tag (weak comparison), or is `*`.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
