/**
 * Returns the URL of the Markdown version of a link target; `href` if the target is not a page of
 * the site. A link to a route of an interactive reference leads to the plain reference, because the
 * interactive reference has no Markdown version.
 *
 * @param href relative to the root of the site
 */
export function markdownAddress(href: string): string {
  if (/^[a-z]+:/.test(href)) return href;
  if (href === './') return 'index.md';
  const route = /^(lastmile|marketplace)\/#\/(?:[\w-]+\/)?(\w*)$/.exec(href);
  if (route !== null) return `${route[1]}/reference.md${route[2] === '' ? '' : `#${route[2]}`}`;
  return href
    .replace(/^(lastmile|marketplace)\/(?:index\.html)?$/, '$1/reference.md')
    .replace(/\.html(?=$|#)/, '.md');
}

/** Returns a Markdown text in which all links to pages lead to their Markdown versions. */
export const withMarkdownLinks = (markdown: string): string =>
  markdown.replace(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${markdownAddress(href)})`);
