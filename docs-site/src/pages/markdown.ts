import { Marked, type Tokens } from 'marked';
import { Fault } from '../fault.ts';
import { escapeText, Html } from '../html.ts';

/** How a rendered document differs from a plain one. */
export interface Rendering {
  /** The anchor of a heading, from its plain text. */
  anchor: (heading: string) => string;
  /** The address of a relative link; `undefined` leaves its text without a link, because what it names is not published. */
  address: (href: string) => string | undefined;
}

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

const plain = (text: string): string => text.replace(/[`*_]/g, '').trim();

/**
 * Renders one of our Markdown documents. Headings get anchors, wide tables scroll by themselves, and raw HTML is shown rather than obeyed.
 *
 * @throws {Fault} when two headings would have one anchor
 */
export function markdown(text: string, { anchor, address }: Rendering): Html {
  const taken = new Set<string>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text: source }: Tokens.Heading): string {
        const id = anchor(plain(source));
        if (taken.has(id)) throw new Fault(`Two headings would have the anchor '${id}'; the second is '${source}'. Rename one.`);
        taken.add(id);
        return `<h${depth} id="${escapeText(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      table(token: Tokens.Table): string {
        const cells = (row: Tokens.TableCell[], tag: string): string =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        return `<div class="scroll" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${token.rows.map((row) => cells(row, 'td')).join('')}</tbody></table></div>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const inner = this.parser.parseInline(tokens);
        const target = /^([a-z]+:|#)/.test(href) ? href : address(href);
        return target === undefined ? inner : `<a href="${escapeText(target)}">${inner}</a>`;
      },
      html({ text: raw }: Tokens.HTML | Tokens.Tag): string {
        return raw.startsWith('<!--') ? '' : escapeText(raw);
      },
    },
  });
  return new Html(marked.parse(text, { async: false }));
}
