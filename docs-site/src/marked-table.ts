import type { Renderer, Tokens } from 'marked';

/** Columns with texts of more characters than this keep a readable width in narrow windows. */
const longText = 40;

/**
 * Renders a Markdown table that scrolls horizontally if it is wider than the page text. If it has
 * three or more columns, those with long texts have the class `long`.
 */
export function renderTable(this: Renderer, { header, rows }: Tokens.Table): string {
  const isLong = header.map(
    (_, column) => header.length > 2 && rows.some((cells) => textLength(cells[column]) > longText),
  );
  const row = (cells: Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map(({ tokens }, column) => `<${tag}${tag === 'td' && isLong[column] ? ' class="long"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
  return `<div class="scroll" tabindex="0"><table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
}

/** Returns the length of a cell without the URLs of its links. */
const textLength = (cell: Tokens.TableCell | undefined): number =>
  (cell?.text ?? '').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').length;
