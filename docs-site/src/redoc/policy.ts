import { hashSource, type Policy, sandboxSources } from '../csp.ts';
import type { Parts, StockPage } from './split-output.ts';

const base: Policy = {
  'default-src': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'", ...sandboxSources],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/** Returns the distinct values of `style` attributes in the overview. */
export const inlineStyles = (overview: string): string[] =>
  [
    ...new Set(Array.from(overview.matchAll(/\sstyle="([^"]*)"/g), ([, value]) => value ?? '')),
  ].sort();

/**
 * Returns the `style` attributes that the library writes into code samples, one for each kind of
 * token. `undefined` if the library does not color tokens in the known way.
 */
export function tokenStyles(library: string): string[] | undefined {
  const names = new Set(
    Array.from(library.matchAll(/`(--code-block-tokens-[a-z-]+-color)`/g), ([, name]) => name),
  );
  if (names.size < 10 || library.split(' style="color: var(${').length !== 2) return undefined;
  return Array.from(names, (name) => `color: var(${name})`).sort();
}

/**
 * Returns the policy of an interactive reference. It allows each inline script and style by its
 * hash.
 *
 * The hash of the empty text lets styled-components add its empty `<style>`. `unsafe-hashes` makes
 * the hashes of styles valid for `style` attributes. If the styles of tokens are unknown, the
 * policy allows all inline styles and the build warns.
 */
export function referencePolicy(
  { style, overview, schemeScript, library }: Parts,
  warn: (message: string) => void = console.warn,
): Policy {
  const tokens = tokenStyles(library);
  if (tokens === undefined)
    warn(
      'docs-site: the library colors code tokens in an unknown way, so the policy of the reference allows all inline styles. See docs-site/src/redoc/policy.ts.',
    );
  return {
    ...base,
    'script-src': ["'self'", hashSource(schemeScript)],
    'style-src':
      tokens === undefined
        ? ["'self'", "'unsafe-inline'"]
        : [
            "'self'",
            "'unsafe-hashes'",
            ...[style, '', ...inlineStyles(overview), ...tokens].map(hashSource),
          ],
  };
}

/** Returns the policy of an unchanged stock page: its scripts by hash, and all inline styles. */
export const stockPolicy = ({ body }: StockPage): Policy => ({
  ...base,
  'script-src': [
    "'self'",
    ...Array.from(body.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g), ([, text]) =>
      hashSource(text ?? ''),
    ),
  ],
  'style-src': ["'self'", "'unsafe-inline'"],
});
