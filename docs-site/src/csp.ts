import { createHash } from 'node:crypto';

/** A content security policy: directives and their sources. */
export type Policy = Record<string, readonly string[]>;

/** The source expression that allows exactly this text, inline (CSP level 3, section 2.3.1). */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The policy of a page that is whole without scripts; the only one is the search, which fetches its
 * index. Everything lies on the same origin.
 */
export const plainPolicy: Policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/** The policy as it stands in `<meta>` or in a header. */
export const policyText = (policy: Policy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
