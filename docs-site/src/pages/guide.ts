import { Fault } from '../fault.ts';
import { type Html, html } from '../html.ts';
import { markdown, type Rendering, slug } from './markdown.ts';

// Guides link to pages of the site as they stand beside them, so their addresses are right as they are.
const rendering: Rendering = { anchor: slug, address: (href) => href };

/**
 * A guide from its Markdown: a title, a lead, and sections.
 *
 * @param name the file, for the complaint
 * @throws {Fault} when it does not begin with a title and a paragraph
 */
export function guidePage(name: string, text: string): { title: string; lead: string; main: Html } {
  const [, title, lead, rest] = /^# (.+)\n\n([\s\S]+?)\n\n(## [\s\S]+)$/.exec(text) ?? [];
  if (title === undefined || lead === undefined || rest === undefined) {
    throw new Fault(`docs-site/guides/${name}: expected \`# Title\`, a paragraph, and sections that begin with \`## \`.`);
  }
  const main = html`<div class="head"><div class="wide"><h1>${title}</h1>
<div class="lead">${markdown(lead, rendering)}</div></div></div>
<div class="wide"><div class="prose guide">${markdown(rest, rendering)}</div></div>`;
  return { title, lead: lead.replaceAll('\n', ' '), main };
}
