import type { InterfaceName } from '@delivery-api/specs/contract';
import { hashSource, type Policy, policyText } from './csp.ts';
import { earlyScript } from './early-script.ts';
import { Html, html } from './html.ts';
import { interfaces, label, type Site } from './site.ts';
import { frameColor } from './theme.ts';

export const siteName = 'Delivery API';

/** The pages in the navigation bar. */
export type BarEntry = 'guides' | InterfaceName | 'errors' | 'changelog';

const barEntries: readonly { barEntry: BarEntry; text: string; href: string }[] = [
  { barEntry: 'guides', text: 'Guides', href: 'guides.html' },
  ...interfaces.map((name) => ({ barEntry: name, text: label[name], href: `${name}/` })),
  { barEntry: 'errors', text: 'Errors', href: 'errors.html' },
  { barEntry: 'changelog', text: 'Changelog', href: 'changelog.html' },
];

/** Returns the path from a page to the root of the site: `''`, or `'../'` for each folder. */
export const rootPath = (path: string): string => '../'.repeat(path.split('/').length - 1);

/** Returns a relative URL, so that the site works below any path. */
export const relativeAddress = (root: string, href: string): string =>
  root !== '' && href === './' ? root : root + href;

/** Names of the assets that every page uses. */
export interface SharedAssets {
  icon: string;
  /** The script of every page. */
  script: string;
}

/** A page with its frame. */
export interface Page {
  /** Path relative to the root of the site, such as `errors.html` or `lastmile/index.html`. */
  path: string;
  /** The current entry of the navigation bar. */
  barEntry: BarEntry | undefined;
  title: string;
  description: string;
  policy: Policy;
  assets: SharedAssets;
  /** URL of the Markdown version, relative to the page. */
  markdown?: string | undefined;
  /** Additional elements of the head: styles and scripts. */
  head: Html;
  /** Content at the right end of the navigation bar, after the search. */
  side?: Html;
  body: Html;
}

const logo = html`<svg class="bar-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="7"/><path d="M9 22.5h7a5 5 0 0 0 5-5V12"/><circle cx="9" cy="22.5" r="3.5"/><path d="m15.5 12.5 5.5-7 5.5 7z"/></svg>`;
const searchIcon = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="6.7" cy="6.7" r="4.7"/><path d="m10.2 10.2 4.3 4.3"/></svg>`;

// Without JavaScript, the search link leads to the guides.
const search = (root: string): Html =>
  html`<a class="bar-search" href="${relativeAddress(root, 'guides.html')}" data-search>${searchIcon}<span>Search</span><kbd aria-hidden="true">/</kbd></a>`;

// The style sheet hides the switch if scripts are off.
const schemeSwitch = html`<button type="button" class="bar-scheme" data-color-scheme aria-pressed="false" aria-label="Dark color scheme"><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d="M8 1.5a6.5 6.5 0 1 0 0 13z"/><circle cx="8" cy="8" r="6.5"/></svg></button>`;

function bar({ path, barEntry, side }: Page): Html {
  const root = rootPath(path);
  return html`<header class="bar">
<a class="bar-skip" href="#content">Skip to content</a><a class="bar-brand" href="${relativeAddress(root, './')}">${logo}<span>${siteName}</span></a>
<nav class="bar-nav" aria-label="Site">${barEntries.map((entry) => html`<a href="${relativeAddress(root, entry.href)}"${entry.barEntry === barEntry && html` aria-current="${entry.href === path ? 'page' : 'true'}"`}>${entry.text}</a>`)}</nav>
<div class="bar-side">${search(root)}${schemeSwitch}${side}</div>
</header>`;
}

/** Returns the URL of a page, relative to the root of the site. `index.html` is omitted. */
export const pageAddress = (path: string): string => path.replace(/(^|\/)index\.html$/, '$1');

/** Returns the absolute URL of a page. */
export const absolute = (url: string, path: string): string => `${url}/${pageAddress(path)}`;

const withEarlyScript = (policy: Policy): Policy => ({
  ...policy,
  'script-src': [...(policy['script-src'] ?? []), hashSource(earlyScript)],
});

/**
 * Renders the whole document. The policy precedes all scripts and links in the head, so that it
 * applies to them.
 */
export function document(page: Page, { url }: Pick<Site, 'url'>): string {
  const root = rootPath(page.path);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyText(withEarlyScript(page.policy))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<meta name="description" content="${page.description}">
<script>${new Html(earlyScript)}</script>
<meta name="theme-color" content="${frameColor}">
<meta name="referrer" content="no-referrer">
<link rel="icon" type="image/svg+xml" href="${root}assets/${page.assets.icon}">
${url !== undefined && page.path !== '404.html' && html`<link rel="canonical" href="${absolute(url, page.path)}">\n`}${page.markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${page.markdown}">\n`}<link rel="alternate" type="application/atom+xml" title="Changelog" href="${root}feed.xml">
${page.head}
<script type="module" src="${root}assets/${page.assets.script}"></script>
</head>
<body>
${bar(page)}
${page.body}
</body>
</html>
`.text;
}
