import { Marked, type Tokens } from 'marked';
import { escapeText, Html } from '../html.ts';
import { renderTable } from '../marked-table.ts';

/** Renders text of the contract as HTML. */
export interface ProseRenderer {
  /** Renders blocks. */
  blocks(markdown: string): Html;
  /** Renders one line, without a paragraph around it. */
  line(markdown: string): Html;
}

/** Renders code without highlighting. It is focusable, so that keyboard users can scroll it. */
export const pre = (text: string): Html =>
  new Html(`<pre tabindex="0">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`);

/**
 * Returns a renderer that links names in backticks to their URL, and shows raw HTML as text.
 *
 * @param addresses URLs by name
 */
export function proseRenderer(addresses: ReadonlyMap<string, string>): ProseRenderer {
  let inLink = false;
  const marked = new Marked({
    gfm: true,
    renderer: {
      table: renderTable,
      code: ({ text }: Tokens.Code): string => pre(text).text,
      html: ({ text }: Tokens.HTML | Tokens.Tag): string => escapeText(text),
      link({ href, tokens }: Tokens.Link): string {
        inLink = true;
        const text = this.parser.parseInline(tokens);
        inLink = false;
        return `<a href="${escapeText(href)}">${text}</a>`;
      },
      codespan({ text }: Tokens.Codespan): string {
        const address = inLink ? undefined : addresses.get(text);
        const element = `<code>${escapeText(text)}</code>`;
        return address === undefined ? element : `<a href="${address}">${element}</a>`;
      },
    },
  });
  return {
    blocks: (markdown) => new Html(marked.parse(markdown, { async: false }).trim()),
    line: (markdown) => new Html(marked.parseInline(markdown, { async: false })),
  };
}
