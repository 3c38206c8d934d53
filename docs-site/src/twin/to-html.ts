import { Html, html } from '../html.ts';
import type { Block, Field, Manual, Section } from './blocks.ts';
import { stepOf } from './height.ts';
import { line, pre, prose, proseOrLine } from './prose.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const field = ({ anchor, name, type, required, text, notes }: Field): Html =>
  html`<dt id="${anchor}"><a href="#${anchor}">${name}</a>${type !== '' && html` ${line(type)}`}${required !== undefined && (required ? html`, <b>required</b>` : ', optional')}</dt>
<dd>${proseOrLine(text)}${notes.map((note) => html`<small>${line(capital(note))}.</small>`)}</dd>
`;

const heading = ({ anchor, title, verb }: Section, level: number): Html => {
  const tag = new Html(`h${Math.min(level, 6)}`);
  return html`<${tag} id="${anchor}"><a href="#${anchor}">${verb !== undefined && html`<span class="verb verb-${verb}">${verb.toUpperCase()}</span> `}${line(title)}</a></${tag}>`;
};

/**
 * Sections without further listed ones are laid out when they come near the window; a class says
 * how much room is kept for them.
 */
const apart = (one: Section, level: number): Html | false =>
  level > 2 &&
  !one.blocks.some((inner) => inner.kind === 'section' && level < 4) &&
  html` class="apart e${stepOf(one.blocks)}"`;

function block(one: Block, level: number): Html {
  switch (one.kind) {
    case 'text':
      return one.text === '' ? html`` : prose(one.text);
    case 'facts':
      return one.facts.length === 0
        ? html``
        : html`<dl class="facts">${one.facts.map(({ label, line: said }) => html`<dt>${label}</dt><dd>${line(said)}</dd>`)}</dl>`;
    case 'fields':
      return html`<dl class="fields">${one.fields.map(field)}</dl>`;
    case 'table':
      return html`<div class="scroll" tabindex="0"><table><thead><tr>${one.columns.map((column) => html`<th>${line(column)}</th>`)}</tr></thead><tbody>${one.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${line(cell)}</td>`)}</tr>\n`)}</tbody></table></div>`;
    case 'code':
      return pre(one.text);
    case 'fold':
      return html`<details${one.anchor !== undefined && html` id="${one.anchor}"`}><summary>${line(one.title)}</summary>${blocks(one.blocks, level)}</details>`;
    case 'section':
      return html`<section${apart(one, level)}>${heading(one, level)}
${blocks(one.blocks, level + 1)}</section>
`;
  }
}

const blocks = (all: readonly Block[], level: number): Html[] =>
  all.map((one) => block(one, level));

/**
 * The sections that the table of contents names, as a list of links; those of the second level are
 * folded where there are many.
 */
export function contents(all: readonly Block[]): Html {
  const listed = all.filter((one): one is Section => one.kind === 'section' && one.listed === true);
  return html`<ul>${listed.map((one) => {
    const below = one.blocks.filter(
      (inner): inner is Section => inner.kind === 'section' && inner.listed === true,
    );
    const list = html`<ul>${below.map(({ anchor, title }) => html`<li><a href="#${anchor}">${line(title)}</a></li>`)}</ul>`;
    return html`<li><a href="#${one.anchor}">${line(one.title)}</a>${below.length > 30 ? html`<details><summary>${below.length} of them</summary>${list}</details>` : below.length > 0 && list}</li>
`;
  })}</ul>`;
}

/** The content of a manual as markup, without its title and lead. */
export const toHtml = ({ blocks: all }: Manual): Html => html`${blocks(all, 2)}`;
