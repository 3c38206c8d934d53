import { html } from '../html.ts';
import { markdown } from '../markdown.ts';
import { slug } from '../slug.ts';
import { pageHead, type SitePage } from './page.ts';
import { withSideNav } from './side-nav.ts';

/** Returns the page with the unchanged source document. */
export const sourcePage = (text: string): SitePage => ({
  path: 'source.html',
  barEntry: undefined,
  title: 'Source document',
  description: 'The source document of both interfaces, verbatim.',
  main: html`${pageHead({ path: 'source.html', section: 'About', title: 'Source document', lead: html`<p>This is the source document, verbatim. <a href="decisions.html">Decisions</a> define everything that it lists as “not shown”.</p>` })}
${withSideNav(
  'source.html',
  Array.from(text.matchAll(/^## (.+)$/gm), ([, heading]) => ({
    id: slug(heading ?? ''),
    text: heading ?? '',
  })),
  html`<div class="prose given">${markdown(text.replace(/^# /m, '## '), { anchor: slug, address: () => undefined })}</div>`,
)}`,
  markdown: text,
});
