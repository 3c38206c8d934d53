/**
 * Where a link of a page leads from its twin: to the twin of its target. Routes into a Redocly page
 * lead to the plain reference, which has a twin.
 *
 * @param href relative to the site's top
 */
export function twinAddress(href: string): string {
  if (/^[a-z]+:/.test(href)) return href;
  if (href === './') return 'index.md';
  const route = /^(lastmile|marketplace)\/#\/(?:[\w-]+\/)?(\w*)$/.exec(href);
  if (route !== null) return `${route[1]}/reference.md${route[2] === '' ? '' : `#${route[2]}`}`;
  return href
    .replace(/^(lastmile|marketplace)\/(?:index\.html)?$/, '$1/reference.md')
    .replace(/\.html(?=$|#)/, '.md');
}

/** Markdown with its links turned to twins. */
export const withTwinLinks = (markdown: string): string =>
  markdown.replace(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${twinAddress(href)})`);
