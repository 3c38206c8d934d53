import type { Renderer, Tokens } from 'marked';

/** Renders a Markdown table that scrolls if it is wider than the text. */
export function renderTable(this: Renderer, { header, rows }: Tokens.Table): string {
  const row = (cells: Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
  return `<div class="scroll" tabindex="0"><table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
}
