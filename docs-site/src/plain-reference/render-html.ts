import { Html, html } from '../html.ts';
import {
  type Block,
  capitalized,
  type Field,
  type Inline,
  type Reference,
  type Section,
} from './blocks.ts';
import { stepOf } from './estimated-height.ts';
import { type ProseRenderer, pre, proseRenderer } from './render-prose.ts';

const isListed = (block: Block): block is Section =>
  block.kind === 'section' && block.listed === true;

/**
 * Returns the classes of a section that the browser lays out only when the section is near the
 * visible area. Until then, the classes reserve the estimated height. `false` for other sections.
 */
const deferredLayout = ({ blocks }: Section, level: number): Html | false =>
  level > 2 &&
  !blocks.some((inner) => inner.kind === 'section' && level < 4) &&
  html` class="apart w${stepOf(blocks, 'wide')} n${stepOf(blocks, 'narrow')}"`;

class HtmlRenderer {
  readonly #prose: ProseRenderer;

  constructor({ addresses }: Reference) {
    this.#prose = proseRenderer(addresses);
  }

  inline(content: Inline): Html {
    if (typeof content === 'string') return html`${content}`;
    if (!('kind' in content)) return html`${content.map((part) => this.inline(part))}`;
    switch (content.kind) {
      case 'inline-code':
        return html`<code>${content.text}</code>`;
      case 'link':
        return html`<a href="${content.href}">${this.inline(content.content)}</a>`;
      case 'strong':
        return html`<strong>${content.text}</strong>`;
      case 'prose':
        return this.#prose.line(content.markdown);
    }
  }

  blocks(all: readonly Block[], level: number): Html[] {
    return all.map((block) => this.#block(block, level));
  }

  /** Renders the table of contents. Lists of more than 30 second-level sections are collapsed. */
  contents(all: readonly Block[]): Html {
    return html`<ul>${all.filter(isListed).map((section) => {
      const below = section.blocks.filter(isListed);
      const list = html`<ul>${below.map(({ anchor, title }) => html`<li><a href="#${anchor}">${this.inline(title)}</a></li>`)}</ul>`;
      return html`<li><a href="#${section.anchor}">${this.inline(section.title)}</a>${below.length > 30 ? html`<details><summary>${below.length} entries</summary>${list}</details>` : below.length > 0 && list}</li>
`;
    })}</ul>`;
  }

  /** Renders the text of a field. A single paragraph needs no `<p>`. */
  #fieldText(content: readonly Block[]): Html[] | Html {
    const [only, ...others] = content;
    if (only?.kind === 'prose' && others.length === 0 && !/\n\n|\n[-|\d]/.test(only.markdown))
      return this.inline(only);
    return this.blocks(content, 0);
  }

  #field({ anchor, name, type, required, content, notes }: Field): Html {
    return html`<dt id="${anchor}"><a href="#${anchor}">${name}</a>${type !== undefined && html` ${this.inline(type)}`}${required !== undefined && (required ? html`, <b>required</b>` : ', optional')}</dt>
<dd>${this.#fieldText(content)}${notes.map((note) => html`<small>${this.inline(capitalized(note))}.</small>`)}</dd>
`;
  }

  #heading({ anchor, aliases = [], title, verb }: Section, level: number): Html {
    const tag = new Html(`h${Math.min(level, 6)}`);
    return html`<${tag} id="${anchor}">${aliases.map((alias) => html`<span id="${alias}"></span>`)}<a href="#${anchor}">${verb !== undefined && html`<span class="verb verb-${verb}">${verb.toUpperCase()}</span> `}${this.inline(title)}</a></${tag}>`;
  }

  #block(block: Block, level: number): Html {
    switch (block.kind) {
      case 'prose':
        return this.#prose.blocks(block.markdown);
      case 'paragraph':
        return html`<p>${this.inline(block.content)}</p>`;
      case 'list':
        return html`<ol>${block.items.map((item) => html`<li>${this.inline(item)}</li>`)}</ol>`;
      case 'facts':
        return html`${block.facts.length > 0 && html`<dl class="facts">${block.facts.map(({ label, content }) => html`<dt>${label}</dt><dd>${this.inline(content)}</dd>`)}</dl>`}`;
      case 'fields':
        return html`<dl class="fields">${block.fields.map((field) => this.#field(field))}</dl>`;
      case 'table':
        return html`<div class="scroll" tabindex="0"><table><thead><tr>${block.columns.map((column) => html`<th>${column}</th>`)}</tr></thead><tbody>${block.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${this.inline(cell)}</td>`)}</tr>\n`)}</tbody></table></div>`;
      case 'code':
        return pre(block.text);
      case 'details':
        return html`<details${block.anchor !== undefined && html` id="${block.anchor}"`}><summary>${this.inline(block.title)}</summary>${this.blocks(block.blocks, level)}</details>`;
      case 'section':
        return html`<section${deferredLayout(block, level)}>${this.#heading(block, level)}
${this.blocks(block.blocks, level + 1)}</section>
`;
    }
  }
}

/** Renders a plain reference as HTML, without its title and lead. */
export function renderHtml(reference: Reference): { contents: Html; body: Html } {
  const renderer = new HtmlRenderer(reference);
  return {
    contents: renderer.contents(reference.blocks),
    body: html`${renderer.blocks(reference.blocks, 2)}`,
  };
}
