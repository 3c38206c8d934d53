import { Marked, type Tokens } from 'marked';
import { escapeText, Html } from '../html.ts';

const marked = new Marked({
  gfm: true,
  renderer: {
    table(token: Tokens.Table): string {
      const cells = (row: Tokens.TableCell[], tag: string): string =>
        `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
      return `<div class="scroll" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${token.rows.map((row) => cells(row, 'td')).join('')}</tbody></table></div>`;
    },
    code({ text }: Tokens.Code): string {
      return pre(text).text;
    },
    html: ({ text }: Tokens.HTML | Tokens.Tag): string => escapeText(text),
  },
});

/**
 * Code as it is. It can be reached by keyboard, because it scrolls by itself; quotation marks need
 * no escape here, and there are many.
 */
export const pre = (text: string): Html =>
  new Html(`<pre tabindex="0">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`);

/** A text of our contracts as markup; raw HTML in it is shown, not obeyed. */
export const prose = (markdown: string): Html =>
  new Html(marked.parse(markdown, { async: false }).trim());

/** A text without its paragraph, where there is only one. */
export const proseOrLine = (markdown: string): Html =>
  /\n\n|\n[-|\d]/.test(markdown) ? prose(markdown) : line(markdown);

/** A line of it. */
export const line = (markdown: string): Html =>
  new Html(marked.parseInline(markdown, { async: false }));
