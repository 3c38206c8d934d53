import { writeIcon, writePageScript, writeSiteStyle } from './assets.ts';
import { hashSource, plainPolicy, sandboxSources } from './csp.ts';
import { Html, html } from './html.ts';
import {
  type BarEntry,
  document,
  relativeAddress,
  rootPath,
  type SharedAssets,
  siteName,
} from './layout.ts';
import type { Site } from './site.ts';

/** The parts that all plain pages share. */
export interface Frame {
  site: Site;
  assets: SharedAssets;
  style: string;
  versions: Html;
}

/**
 * Writes the assets of plain pages, and returns the parts that these pages share.
 *
 * @param versions for the footer, such as `<span>Lastmile 1.0.0</span>`
 */
export const createFrame = (site: Site, versions: Html): Frame => ({
  site,
  assets: { icon: writeIcon(site), script: writePageScript(site) },
  style: writeSiteStyle(site),
  versions,
});

/**
 * A page without scripts of its own: it loads only the script that all pages share. It has a
 * Markdown version in the same folder.
 */
export interface PlainPage {
  /** Path relative to the root of the site, such as `errors.html` or `lastmile/reference.html`. */
  path: string;
  barEntry: BarEntry | undefined;
  title: string;
  description: string;
  main: Html;
  /**
   * Inline CSS instead of the style sheet, so that the browser paints the start of a long page
   * early.
   */
  inlineStyle?: string;
  /** Content at the right end of the navigation bar. */
  side?: Html;
  /** Whether the **Try it** console of the page sends requests to a sandbox. */
  callsSandbox?: boolean;
}

const footerLinks: readonly [string, string][] = [
  ['guides.html', 'Guides'],
  ['faq.html', 'FAQ'],
  ['known-limits.html', 'Known limits'],
  ['decisions.html', 'Decisions'],
  ['source.html', 'Source document'],
  ['feed.xml', 'Feed'],
  ['llms.txt', 'llms.txt'],
];

export const footer = (root: string, versions: Html): Html =>
  html`<footer class="foot"><div class="wide"><p>${versions}</p><p>${footerLinks.map(([href, text]) => html`<a href="${relativeAddress(root, href)}">${text}</a> `)}</p></div></footer>`;

/** Returns the URL of the Markdown version, relative to the page. */
export const markdownPath = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(/\.html$/, '.md');

/** Renders a plain page as a whole document. */
export const plainPage = (frame: Frame, page: PlainPage): string => {
  const { path, barEntry, title, description, main, inlineStyle, side } = page;
  return document(
    {
      path,
      barEntry,
      title: title === siteName ? title : `${title} · ${siteName}`,
      description,
      policy: {
        ...plainPolicy,
        ...(inlineStyle !== undefined && { 'style-src': ["'self'", hashSource(inlineStyle)] }),
        ...(page.callsSandbox === true && { 'connect-src': ["'self'", ...sandboxSources] }),
      },
      assets: frame.assets,
      markdown: markdownPath(path),
      ...(side !== undefined && { side }),
      head:
        inlineStyle === undefined
          ? html`<link rel="stylesheet" href="${rootPath(path)}assets/${frame.style}">`
          : new Html(`<style>${inlineStyle}</style>`),
      body: html`<main id="content">${main}</main>
${footer(rootPath(path), frame.versions)}`,
    },
    frame.site,
  );
};
