import { Marked, type Token, type Tokens } from 'marked';
import { SiteError } from './errors.ts';
import { highlightCode } from './highlight.ts';
import { escapeText, Html } from './html.ts';
import { renderTable } from './marked-table.ts';

/** How a rendered document differs from a plain one. */
export interface Rendering {
  /** The anchor of a heading, from its plain text. */
  anchor: (heading: string) => string;
  /**
   * The address of a relative link; `undefined` leaves its text without a link, because what it
   * names is not published.
   */
  address: (href: string) => string | undefined;
  /**
   * What stands in the place of a comment, such as `<!-- table: limits lastmile -->`. Without it
   * comments leave nothing.
   */
  comment?: (comment: string) => Html;
}

/** A heading without its marks. */
export const plainHeading = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|\b_|_\b/g, '')
    .trim();

/** A block of code, on asphalt. It can be reached by keyboard, because it may scroll. */
export const codeBlock = (code: string, language: string): Html =>
  new Html(
    `<pre tabindex="0"><code>${highlightCode(code.replace(/\n$/, ''), language)}</code></pre>`,
  );

const comment = /^<!--\s*([\s\S]*?)\s*-->\s*$/;

/** What a comment says. `undefined` when this is none. */
export const commentIn = (token: Token): string | undefined =>
  token.type === 'html' ? comment.exec(token.raw)?.[1] : undefined;

/** Our documents as tokens; their `raw` parts, put together, are the text. */
export const tokensOf = (text: string): Token[] =>
  new Marked({ gfm: true }).lexer(text.replaceAll('\r\n', '\n'));

/**
 * Renders tokens of one of our Markdown documents. Headings get anchors, wide tables scroll by
 * themselves, and raw HTML is shown rather than obeyed.
 *
 * @param taken anchors that the page has already; those of the headings are added
 * @throws {SiteError} when two headings would have one anchor
 */
export function render(
  tokens: Token[],
  { anchor, address, comment: replace }: Rendering,
  taken = new Set<string>(),
): Html {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens: inner, depth, text: source }: Tokens.Heading): string {
        const id = anchor(plainHeading(source));
        if (taken.has(id))
          throw new SiteError(
            `Two headings would have the anchor '${id}'; the second is '${source}'. Rename one.`,
          );
        taken.add(id);
        return `<h${depth} id="${escapeText(id)}">${this.parser.parseInline(inner)}</h${depth}>\n`;
      },
      code({ text: code, lang }: Tokens.Code): string {
        return `${codeBlock(code, lang ?? '').text}\n`;
      },
      table: renderTable,
      // The box of a checklist is there to be seen; it controls nothing.
      checkbox(): string {
        return '<span class="box" aria-hidden="true"></span>';
      },
      link({ href, tokens: inner }: Tokens.Link): string {
        const text = this.parser.parseInline(inner);
        const target = /^([a-z]+:|#)/.test(href) ? href : address(href);
        return target === undefined ? text : `<a href="${escapeText(target)}">${text}</a>`;
      },
      html(token: Tokens.HTML | Tokens.Tag): string {
        const said = commentIn(token as Token);
        if (said !== undefined) return replace === undefined ? '' : `${replace(said).text}\n`;
        return token.raw.startsWith('<!--') ? '' : escapeText(token.raw);
      },
    },
  });
  return new Html(marked.parser(tokens as never));
}

/**
 * Renders one of our Markdown documents. @throws {SiteError} when two headings would have one anchor
 */
export const markdown = (text: string, rendering: Rendering): Html =>
  render(tokensOf(text), rendering);
