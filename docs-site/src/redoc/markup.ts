import { BuildDocsChanged, replaceExactly } from './expect.ts';

/**
 * Mends the rendered overview. Its links are written as `/bookings`, while the page itself routes
 * by hash: opened in a new tab, or followed before
 * the script runs, they would leave the site.
 *
 * @throws {BuildDocsChanged} when there is none, or when one of another form is left
 */
export function ownMarkup(markup: string): string {
  let links = 0;
  const mended = markup.replace(
    /(<a [^>]*?href=")(\/[^"]*)(")/g,
    (_, before: string, href: string, after: string) => {
      links += 1;
      return `${before}#${href}${after}`;
    },
  );
  if (links === 0)
    throw new BuildDocsChanged('the links of the sidebar', 'are not absolute paths any more');
  if (/\shref="\//.test(mended))
    throw new BuildDocsChanged('a link of the overview', 'is an absolute path in another form');
  return replaceExactly(
    mended,
    'the attribution in the overview',
    '<p>API docs by</p>',
    '<p>Rendered by Redoc</p>',
  );
}

/** The distinct values of `style` in the rendered overview, which the policy has to name. */
export const inlineStyles = (markup: string): string[] =>
  [
    ...new Set(Array.from(markup.matchAll(/\sstyle="([^"]*)"/g), ([, value]) => value ?? '')),
  ].sort();
