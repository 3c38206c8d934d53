import { type Entry, entries, sections } from '../guides/manifest.ts';
import { type Html, html } from '../html.ts';
import { pageAddress } from '../layout.ts';
import type { Revision } from '../revision.ts';

/** A heading with an anchor. */
export interface Heading {
  id: string;
  text: string;
}

const item = (entry: Entry, current: string, headings: readonly Heading[]): Html =>
  entry.path === current
    ? html`<li><a href="${pageAddress(entry.path)}" aria-current="page">${entry.nav}</a>${headings.length > 1 && html`<ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`}</li>`
    : html`<li><a href="${pageAddress(entry.path)}">${entry.nav}</a></li>`;

/** Renders the navigation of all guides, with the headings of the current page. */
export const sideNav = (current: string, headings: readonly Heading[]): Html =>
  html`<nav class="side-nav" id="guides" aria-label="Guides" popover>${sections.map((section) => html`<p>${section}</p><ul>${entries.filter((entry) => entry.section === section).map((entry) => item(entry, current, headings))}</ul>`)}</nav>`;

const adjacentLink = (entry: Entry | undefined, rel: string, text: string): Html =>
  entry === undefined
    ? html`<span></span>`
    : html`<a class="to-${rel}" rel="${rel}" href="${pageAddress(entry.path)}"><span>${text}</span> ${entry.nav}</a>`;

/** Renders the date of the last change, and an edit link or the name of the source file. */
const revisionLine = ({ file, updated, edit }: Revision): Html =>
  html`<p class="revision">${updated !== undefined && html`<span>Last updated <time datetime="${updated}">${updated}</time></span> `}${edit === undefined ? html`<span>Source: <code>${file}</code></span>` : html`<a href="${edit}">Edit this page</a>`}</p>`;

/** Renders links to the pages before and after this one. */
export function previousNext(current: string): Html {
  const index = entries.findIndex(({ path }) => path === current);
  return html`<nav class="previous-next" aria-label="Previous and next">${adjacentLink(entries[index - 1], 'prev', 'Previous')}${adjacentLink(entries[index + 1], 'next', 'Next')}</nav>`;
}

/**
 * Renders content beside the navigation. On narrow screens, the navigation is a popover. A button
 * above the content opens it without a script.
 */
export const withSideNav = (
  current: string,
  headings: readonly Heading[],
  content: Html,
  revision?: Revision,
): Html => html`<div class="wide guide-grid">
<div class="guide-main"><div class="guide-tools"><button type="button" class="menu-button" popovertarget="guides">All guides</button>${
  headings.length > 1 &&
  html`<details class="on-this-page"><summary>On this page</summary><ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></details>`
}</div>
${content}
${revision !== undefined && revisionLine(revision)}
${previousNext(current)}</div>
${sideNav(current, headings)}
</div>`;
