import type { InterfaceName } from '@delivery-api/specs/contract';
import { type Policy, policyText } from './csp.ts';
import { type Html, html } from './html.ts';
import { interfaces, label } from './site.ts';
import { frameColour } from './theme.ts';

export const siteName = 'Delivery API';

/** The pages that the bar leads to. */
export type Place = 'overview' | InterfaceName | 'errors' | 'decisions';

const places: readonly { place: Place; text: string; href: string }[] = [
  { place: 'overview', text: 'Overview', href: './' },
  ...interfaces.map((name) => ({ place: name, text: label[name], href: `${name}/` })),
  { place: 'errors', text: 'Errors', href: 'errors.html' },
  { place: 'decisions', text: 'Decisions', href: 'decisions.html' },
];

/** A relative address, so that the site works below any path. `root` leads from the page to the site's top: '' or '../'. */
export const from = (root: '' | '../', href: string): string => (root !== '' && href === './' ? root : root + href);

/** A page around its content. */
export interface Page {
  root: '' | '../';
  /** The entry of the bar that is marked as the current one. */
  place: Place | undefined;
  title: string;
  description: string;
  policy: Policy;
  icon: string;
  /** Further elements of the head: styles and scripts. */
  head: Html;
  /** Whether the content can be jumped to: it has the id `content`. Redocly pages route by hash, so they cannot. */
  skippable: boolean;
  /** What stands at the right end of the bar. */
  side?: Html;
  body: Html;
}

const mark = html`<svg class="bar-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="7"/><path d="M9 22.5h7a5 5 0 0 0 5-5V12"/><circle cx="9" cy="22.5" r="3.5"/><path d="m15.5 12.5 5.5-7 5.5 7z"/></svg>`;

const bar = ({ root, place, side, skippable }: Page): Html => html`<header class="bar">
${skippable && html`<a class="bar-skip" href="#content">Skip to the content</a>`}<a class="bar-brand" href="${from(root, './')}">${mark}<span>${siteName}</span></a>
<nav class="bar-nav" aria-label="Site">${places.map((entry) => html`<a href="${from(root, entry.href)}"${entry.place === place && html` aria-current="page"`}>${entry.text}</a>`)}</nav>
${side === undefined ? '' : html`<div class="bar-side">${side}</div>`}
</header>`;

/** The whole document. The policy stands first in the head, so that it holds for all that follows. */
export const document = (page: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyText(page.policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<meta name="description" content="${page.description}">
<meta name="theme-color" content="${frameColour}">
<meta name="referrer" content="no-referrer">
<link rel="icon" type="image/svg+xml" href="${page.root}assets/${page.icon}">
${page.head}
</head>
<body>
${bar(page)}
${page.body}
</body>
</html>
`.text;
