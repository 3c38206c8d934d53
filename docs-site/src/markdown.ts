import { Marked, type Token, type Tokens } from 'marked';
import { SiteError } from './errors.ts';
import { highlightCode } from './highlight.ts';
import { escapeText, Html, html } from './html.ts';
import { renderTable } from './marked-table.ts';

/** Options for rendering a document. */
export interface Rendering {
  /** Returns the anchor of a heading from its plain text. */
  anchor: (heading: string) => string;
  /**
   * Returns the URL of a relative link. `undefined` renders only its text, because the target
   * is not published.
   */
  address: (href: string) => string | undefined;
  /**
   * Returns the content that replaces a comment, such as `<!-- table: limits lastmile -->`. By
   * default, comments render nothing.
   */
  comment?: (comment: string) => Html;
}

/** Returns a heading without Markdown syntax. */
export const plainHeading = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|\b_|_\b/g, '')
    .trim();

/**
 * Renders a code block. The block is focusable, so that keyboard users can scroll it. The page
 * script adds a copy button.
 */
export const codeBlock = (code: string, language: string): Html =>
  new Html(
    `<div class="code"><pre tabindex="0"><code>${highlightCode(code.replace(/\n$/, ''), language)}</code></pre></div>`,
  );

/** Inline code with more characters than this can wrap. Shorter words with a hyphen do not wrap. */
const longCode = 32;

/** Returns long inline code as HTML. Options and names with a hyphen are in `span` elements. */
const longCodeParts = (text: string): string =>
  text
    .split(' ')
    .map((word) =>
      word.includes('-') && word.length <= longCode
        ? `<span>${escapeText(word)}</span>`
        : escapeText(word),
    )
    .join(' ');

const comment = /^<!--\s*([\s\S]*?)\s*-->\s*$/;

/** Returns the text of a comment, or `undefined` if the token is not a comment. */
export const commentIn = (token: Token): string | undefined =>
  token.type === 'html' ? comment.exec(token.raw)?.[1] : undefined;

/** Parses a document into tokens. Their joined `raw` texts are the document, without `\r`. */
export const tokensOf = (text: string): Token[] =>
  new Marked({ gfm: true }).lexer(text.replaceAll('\r\n', '\n'));

/**
 * Renders tokens of a document. Headings get anchors, wide tables scroll, and raw HTML is shown as
 * text.
 *
 * @param usedAnchors anchors of the page; those of the headings are added
 * @throws {SiteError} if two headings have the same anchor
 */
export function render(
  tokens: Token[],
  { anchor, address, comment: replace }: Rendering,
  usedAnchors = new Set<string>(),
): Html {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens: inner, depth, text: source }: Tokens.Heading): string {
        const id = anchor(plainHeading(source));
        if (usedAnchors.has(id))
          throw new SiteError(
            `Two headings would have the anchor '${id}'; the second is '${source}'. Rename one.`,
          );
        usedAnchors.add(id);
        const plain = plainHeading(source);
        return html`<div class="heading"><h${depth} id="${id}">${new Html(this.parser.parseInline(inner))}</h${depth}>&nbsp;<a class="anchor" href="#${id}" aria-label="Link to “${plain}”">#</a></div>\n`
          .text;
      },
      codespan({ text }: Tokens.Codespan): string {
        return text.length > longCode
          ? `<code class="long">${longCodeParts(text)}</code>`
          : `<code>${escapeText(text)}</code>`;
      },
      code({ text: code, lang }: Tokens.Code): string {
        return `${codeBlock(code, lang ?? '').text}\n`;
      },
      table: renderTable,
      // The checkbox is decorative, because readers cannot change it.
      checkbox(): string {
        return '<span class="box" aria-hidden="true"></span>';
      },
      link({ href, tokens: inner }: Tokens.Link): string {
        const text = this.parser.parseInline(inner);
        const target = /^([a-z]+:|#)/.test(href) ? href : address(href);
        return target === undefined ? text : `<a href="${escapeText(target)}">${text}</a>`;
      },
      html(token: Tokens.HTML | Tokens.Tag): string {
        const commentText = commentIn(token as Token);
        if (commentText !== undefined)
          return replace === undefined ? '' : `${replace(commentText).text}\n`;
        return token.raw.startsWith('<!--') ? '' : escapeText(token.raw);
      },
    },
  });
  return new Html(marked.parser(tokens as never));
}

/**
 * Renders a document.
 *
 * @throws {SiteError} if two headings have the same anchor
 */
export const markdown = (text: string, rendering: Rendering): Html =>
  render(tokensOf(text), rendering);
