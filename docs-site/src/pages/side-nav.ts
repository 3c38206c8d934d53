import { type Entry, entries, sections } from '../guides/manifest.ts';
import { type Html, html } from '../html.ts';

/** A heading that can be jumped to. */
export interface Heading {
  id: string;
  text: string;
}

const folder = (path: string): string => path.replace(/(^|\/)index\.html$/, '$1');

const item = (entry: Entry, current: string, headings: readonly Heading[]): Html =>
  entry.path === current
    ? html`<li><a href="${folder(entry.path)}" aria-current="page">${entry.nav}</a>${headings.length > 1 && html`<ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`}</li>`
    : html`<li><a href="${folder(entry.path)}">${entry.nav}</a></li>`;

/** All guides, with the sections of the current one below it. */
export const sideNav = (current: string, headings: readonly Heading[]): Html =>
  html`<nav class="side-nav" id="guides" aria-label="Guides">${sections.map((section) => html`<p>${section}</p><ul>${entries.filter((entry) => entry.section === section).map((entry) => item(entry, current, headings))}</ul>`)}</nav>`;

const towards = (entry: Entry | undefined, rel: string, text: string): Html =>
  entry === undefined
    ? html`<span></span>`
    : html`<a class="to-${rel}" rel="${rel}" href="${folder(entry.path)}"><span>${text}</span> ${entry.nav}</a>`;

/** The pages before and after this one. */
export function previousNext(current: string): Html {
  const index = entries.findIndex(({ path }) => path === current);
  return html`<nav class="previous-next" aria-label="Previous and next">${towards(entries[index - 1], 'prev', 'Previous')}${towards(entries[index + 1], 'next', 'Next')}</nav>`;
}

/** A text beside the navigation; on narrow screens the navigation follows it. */
export const besideNav = (
  current: string,
  headings: readonly Heading[],
  content: Html,
): Html => html`<div class="wide guide-grid">
<div class="guide-main">${
  headings.length > 1 &&
  html`<details class="on-this-page"><summary>On this page</summary><ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></details>`
}
${content}
${previousNext(current)}</div>
${sideNav(current, headings)}
</div>`;
