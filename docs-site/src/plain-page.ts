import { writeIcon, writeShortcut, writeSiteStyle } from './assets.ts';
import { hashSource, plainPolicy } from './csp.ts';
import { Html, html } from './html.ts';
import { document, from, type Place, rootFrom, type SharedAssets, siteName } from './layout.ts';
import type { Site } from './site.ts';

/**
 * What pages that are whole without scripts share: names of assets, and the versions that the foot
 * shows.
 */
export interface Frame {
  site: Site;
  assets: SharedAssets;
  style: string;
  versions: Html;
}

/**
 * Writes the assets that plain pages use. @param versions for the foot, such as `<span>Lastmile
 * 1.0.0</span>`
 */
export const frameOf = (site: Site, versions: Html): Frame => ({
  site,
  assets: { icon: writeIcon(site), shortcut: writeShortcut(site) },
  style: writeSiteStyle(site),
  versions,
});

/**
 * A page that is whole without scripts. Its twin in Markdown stands beside it under the same name.
 */
export interface PlainPage {
  /** Where it stands below the site's top, such as `errors.html` or `lastmile/reference.html`. */
  path: string;
  place: Place | undefined;
  title: string;
  description: string;
  main: Html;
  /**
   * A style that stands in the page itself in place of the sheet: the beginning of a long page is
   * painted before the rest has been read.
   */
  inlineStyle?: string;
  /** What stands at the right end of the bar. */
  side?: Html;
}

const footLinks: readonly [string, string][] = [
  ['guides.html', 'Guides'],
  ['faq.html', 'Questions'],
  ['known-limits.html', 'Known limits'],
  ['decisions.html', 'Decisions'],
  ['source.html', 'Source document'],
  ['feed.xml', 'Feed'],
  ['llms.txt', 'llms.txt'],
];

export const foot = (root: string, versions: Html): Html =>
  html`<footer class="foot"><div class="wide"><p>${versions}</p><p>${footLinks.map(([href, text]) => html`<a href="${from(root, href)}">${text}</a> `)}</p></div></footer>`;

/** The address of a page's twin, relative to the page. */
export const markdownPath = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(/\.html$/, '.md');

export const plainPage = (
  frame: Frame,
  { path, place, title, description, main, inlineStyle, side }: PlainPage,
): string =>
  document(
    {
      path,
      skippable: true,
      place,
      title: title === siteName ? title : `${title} · ${siteName}`,
      description,
      policy:
        inlineStyle === undefined
          ? plainPolicy
          : { ...plainPolicy, 'style-src': ["'self'", hashSource(inlineStyle)] },
      assets: frame.assets,
      markdown: markdownPath(path),
      ...(side !== undefined && { side }),
      head:
        inlineStyle === undefined
          ? html`<link rel="stylesheet" href="${rootFrom(path)}assets/${frame.style}">`
          : new Html(`<style>${inlineStyle}</style>`),
      body: html`<main id="content">${main}</main>
${foot(rootFrom(path), frame.versions)}`,
    },
    frame.site,
  );
