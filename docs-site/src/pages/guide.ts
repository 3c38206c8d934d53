import type { Entry } from '../guides/manifest.ts';
import type { Guide } from '../guides/read-guide.ts';
import { html } from '../html.ts';
import { revisionOf } from '../revision.ts';
import { pageHead, type SitePage } from './page.ts';
import { withSideNav } from './side-nav.ts';

/** Returns the page of a guide. */
export const guidePage = (
  { path, section, guide }: Entry,
  { title, lead, description, body, headings, markdown }: Guide,
): SitePage => ({
  path,
  barEntry: 'guides',
  title,
  description,
  main: html`${pageHead({ path, section, title, lead })}
${withSideNav(path, headings, html`<div class="prose">${body}</div>`, revisionOf(`docs-site/guides/${guide}.md`))}`,
  markdown,
});
