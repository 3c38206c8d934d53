import { createHash } from 'node:crypto';

/** A content security policy: directives and their sources. */
export type Policy = Record<string, readonly string[]>;

/** Returns the source expression that allows this inline text (CSP level 3, section 2.3.1). */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The policy of a page without inline styles, and without inline scripts other than the early
 * script, whose hash `document` adds. `connect-src` allows the search to fetch its index.
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

/** Sources of the sandboxes that the **Try it** console can call: those on this machine. */
export const sandboxSources = ['http://localhost:*', 'http://127.0.0.1:*'] as const;

/** Formats a policy for `<meta>` or a header. */
export const policyText = (policy: Policy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
