import { decisionAnchor, decisionName } from '../decision-names.ts';
import { SiteError } from '../errors.ts';
import { type Html, html } from '../html.ts';
import { markdown, type Rendering } from '../markdown.ts';
import { slug } from '../slug.ts';
import { pageHead, type SitePage } from './page.ts';

/** An entry of `DECISIONS.md`. */
interface Decision {
  number: number;
  title: string;
  date: string;
  parts: { label: string; text: string }[];
}

const malformed = (location: string, expected: string): SiteError =>
  new SiteError(`specs/DECISIONS.md, ${location}: expected ${expected}.`);

function parts(heading: string, text: string): Decision['parts'] {
  const [before = '', ...labelled] = text.split(/^\*\*([^*\n]+)\*\*\s/m);
  if (before.trim() !== '' || labelled.length === 0)
    throw malformed(heading, 'parts that begin with a label, for example `**Decided** …`');
  return labelled.flatMap((label, index) =>
    index % 2 === 0 ? [{ label, text: labelled[index + 1]?.trim() ?? '' }] : [],
  );
}

/**
 * Reads the recorded decisions.
 *
 * @throws {SiteError} if an entry does not consist of a heading such as `## D-001 Title`, a line
 * with the date, and labeled parts
 */
export function readDecisions(text: string): { lead: string; entries: Decision[] } {
  const [head = '', ...sections] = text.split(/^## /m);
  const entries = sections.map((section): Decision => {
    const [heading = '', ...lines] = section.split('\n');
    const [, number, title] = /^D-(\d{3}) (.+)$/.exec(heading.trim()) ?? [];
    if (number === undefined || title === undefined)
      throw malformed(`“${heading}”`, 'a heading in the form `## D-001 Title`');
    const [, date, rest] =
      /^\s*Date: (\d{4}-\d{2}-\d{2})\s*\n([\s\S]*)$/.exec(lines.join('\n')) ?? [];
    if (date === undefined || rest === undefined)
      throw malformed(heading, 'a line in the form `Date: 2026-11-20` below the heading');
    return { number: Number(number), title, date, parts: parts(heading, rest) };
  });
  if (entries.length === 0) throw malformed('the document', 'at least one entry, `## D-001 Title`');
  return { lead: head.replace(/^# .+\n/, '').trim(), entries };
}

const published: Record<string, string> = { 'source/integration-interfaces.md': 'source.html' };
const rendering: Rendering = { anchor: slug, address: (href) => published[href] };

const entryOf = ({
  number,
  title,
  date,
  parts: all,
}: Decision): Html => html`<article class="decision" id="${decisionAnchor(number)}">
<h2><a href="#${decisionAnchor(number)}"><span>${decisionName(number)}</span> ${title}</a></h2>
<p class="date"><time datetime="${date}">${date}</time></p>
<dl>${all.map(({ label, text }) => html`<dt>${label}</dt><dd class="part-${slug(label)}">${markdown(text, rendering)}</dd>`)}</dl>
</article>
`;

/** Returns the page of decisions, with an anchor for each decision. */
export function decisionsPage(text: string): SitePage {
  const { lead, entries } = readDecisions(text);
  return {
    path: 'decisions.html',
    barEntry: undefined,
    title: 'Decisions',
    description:
      'Our decisions on everything that the source document does not define, with the reasons.',
    main: html`${pageHead({ path: 'decisions.html', section: 'About', title: 'Decisions', lead: markdown(lead, rendering) })}
<div class="wide split">
<nav class="index" aria-label="Decisions"><ul>${entries.map(({ number, title }) => html`<li><a href="#${decisionAnchor(number)}"><span>${decisionName(number)}</span> ${title}</a></li>`)}</ul></nav>
<div class="decisions">${entries.map(entryOf)}</div>
</div>`,
    markdown: text.replaceAll('](source/integration-interfaces.md)', '](source.md)'),
  };
}
