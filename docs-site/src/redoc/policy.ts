import { hashSource, type Policy } from '../csp.ts';
import type { Parts } from './cut.ts';
import { tokenStyles } from './library.ts';
import { inlineStyles } from './markup.ts';

/**
 * The policy of a Redocly page: no `unsafe-inline`, every inline text by its hash.
 *
 * The hash of nothing lets styled-components add its one empty `<style>`, which it then fills rule
 * by rule; without it the page stays blank.
 * `unsafe-hashes` extends the hashes of styles to `style` attributes; it does not touch scripts,
 * whose directive does not have it.
 */
export const referencePolicy = ({ style, markup, schemeScript, library }: Parts): Policy => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", hashSource(schemeScript)],
  'style-src': [
    "'self'",
    "'unsafe-hashes'",
    ...[style, '', ...inlineStyles(markup), ...tokenStyles(library)].map(hashSource),
  ],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});
