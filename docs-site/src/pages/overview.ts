import { type Entry, entries, sections } from '../guides/manifest.ts';
import { Html, html } from '../html.ts';
import { pageAddress } from '../layout.ts';
import { markdownAddress } from '../markdown-links.ts';
import type { SitePage } from './page.ts';

const purposes: Record<Entry['section'], string> = {
  Start: 'Complete a booking and an order, install a client, and test in the sandbox.',
  Build: 'Build an integration. Each guide covers one topic.',
  Operate: 'Go live, and operate your integration.',
  Reference: 'The API references, problem codes, changelog, tools and terms.',
  Migrate: 'Equivalents of the operations, fields, statuses and webhooks of other delivery APIs.',
  About: 'Frequently asked questions, known limits, decisions, and the source document.',
};

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

/**
 * Renders the guides by section.
 *
 * @param described page descriptions by path
 */
export const guideLists = (
  described: ReadonlyMap<string, string>,
  of: readonly Entry['section'][] = sections,
  level: 'h2' | 'h3' = 'h2',
): Html =>
  html`${of.map((section) => html`<section class="guide-list" aria-labelledby="${section.toLowerCase()}">${new Html(`<${level} id="${section.toLowerCase()}">${section}</${level}>`)}<p>${purposes[section]}</p><ul>${entries.filter((entry) => entry.section === section).map(({ path, nav }) => html`<li><a href="${pageAddress(path)}">${nav}</a><span>${firstSentence(described.get(path) ?? '')}</span></li>`)}</ul></section>`)}`;

/**
 * Returns the page that lists all guides.
 *
 * @param described page descriptions by path
 */
export const overviewPage = (described: ReadonlyMap<string, string>): SitePage => ({
  path: 'guides.html',
  barEntry: 'guides',
  title: 'Guides',
  description:
    'All guides for both interfaces: quickstarts, integration, operation, reference, migration and decisions.',
  main: html`<div class="head"><div class="wide"><p class="crumbs"><span>All pages</span> <a href="guides.md">This page as Markdown</a></p><h1>Guides</h1>
<p class="lead">Start with a quickstart. Then read the guides for the features that you use, in any order.</p></div></div>
<div class="wide guide-lists">${guideLists(described)}</div>`,
  markdown: `# Guides

Start with a quickstart. Then read the guides for the features that you use, in any order.

${sections
  .map(
    (section) =>
      `## ${section}\n\n${purposes[section]}\n\n${entries
        .filter((entry) => entry.section === section)
        .map(
          ({ path, nav }) => `- [${nav}](${markdownAddress(path)}): ${described.get(path) ?? ''}`,
        )
        .join('\n')}`,
  )
  .join('\n\n')}
`,
});
