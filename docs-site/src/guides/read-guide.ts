import { type Token, type Tokens, walkTokens } from 'marked';
import { SiteError } from '../errors.ts';
import { Html } from '../html.ts';
import {
  commentIn,
  markdown,
  plainHeading,
  type Rendering,
  render,
  tokensOf,
} from '../markdown.ts';
import { withMarkdownLinks } from '../markdown-links.ts';
import { slug } from '../slug.ts';
import type { Expansion } from './directive/expansion.ts';
import type { DirectiveInput } from './directive/input.ts';
import { expand } from './directives.ts';
import { sequence } from './sequence/render.ts';
import { nearest, snakeWords } from './vocabulary.ts';

/** A link and its position. */
export interface GuideLink {
  href: string;
  /** Such as `docs-site/guides/menus.md:12`. */
  location: string;
}

/** A guide as HTML and as Markdown, from one parse. */
export interface Guide {
  title: string;
  /** The first paragraph. */
  lead: Html;
  /** The lead as plain text. */
  description: string;
  body: Html;
  headings: { id: string; text: string }[];
  /** Texts by heading, for the search. The first heading is the title, which has no anchor. */
  passages: { id: string | undefined; heading: string; text: string }[];
  /** The whole guide as Markdown. */
  markdown: string;
  links: GuideLink[];
}

interface PositionedToken {
  token: Token;
  line: number;
}

const withLines = (tokens: Token[]): PositionedToken[] => {
  let line = 1;
  return tokens.map((token) => {
    const found = { token, line };
    line += token.raw.split('\n').length - 1;
    return found;
  });
};

const plainText = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns a text for the search, without the syntax of tables and lists. */
const searchText = (text: string): string =>
  plainText(
    text
      .replace(/^\s*\|[-| :]+\|$/gm, '')
      .replaceAll('|', ' ')
      .replace(/^\s*(?:[-*+]|\d+\.)\s+(?:\[[ x]\]\s+)?/gm, ''),
  );

/**
 * Returns the code spans in the first and third column of a table that compares another API with
 * ours: `| Uber Direct | Lastmile | Notes |`. The contracts do not have to define them.
 */
function foreignNames(token: Token): Set<string> {
  if (token.type !== 'table' || !/^(?:Uber|DoorDash|Deliveroo)/.test(token.header[0]?.text ?? ''))
    return new Set();
  const names = (token as Tokens.Table).rows.flatMap(
    ([first, , notes]) => `${first?.text} ${notes?.text}`.match(/`[^`]+`/g) ?? [],
  );
  return new Set(names);
}

/** Calls `visit` for each code span and link of a block, with its line. */
function visitInline(
  { token, line }: PositionedToken,
  visit: (inner: Token, line: number) => void,
): void {
  let from = 0;
  walkTokens([token], (inner) => {
    if (inner.type !== 'codespan' && inner.type !== 'link') return;
    const at = token.raw.indexOf(inner.raw, from);
    if (at >= 0 && inner.type === 'codespan') from = at;
    visit(inner, line + token.raw.slice(0, Math.max(at, 0)).split('\n').length - 1);
  });
}

/**
 * Reads a guide: a title, a lead, and sections. Expands its directives. Checks that `words` contains
 * every snake_case word in backticks, except names of other APIs in comparison tables.
 *
 * @param file for errors, such as `docs-site/guides/menus.md`
 * @param words the snake_case words of the contracts and the sandbox
 * @throws {SiteError} with file and line, if the guide is invalid
 */
export function readGuide(
  input: DirectiveInput,
  file: string,
  text: string,
  words: ReadonlySet<string>,
): Guide {
  const blocks = withLines(tokensOf(text)).filter(({ token }) => token.type !== 'space');
  const [head, first] = blocks;
  const begin = blocks.findIndex(({ token }) => token.type === 'heading' && token.depth === 2);
  if (
    head?.token.type !== 'heading' ||
    head.token.depth !== 1 ||
    first?.token.type !== 'paragraph' ||
    begin < 0
  )
    throw new SiteError(
      `${file}:1: expected \`# Title\`, a paragraph, and sections that begin with \`## \`.`,
    );
  const links: GuideLink[] = [];
  for (const block of blocks) {
    const foreign = foreignNames(block.token);
    visitInline(block, (inner, line) => {
      const location = `${file}:${line}`;
      if (inner.type === 'link') links.push({ href: inner.href, location });
      else if (inner.type === 'codespan' && !foreign.has(inner.raw))
        for (const word of snakeWords(inner.text))
          if (!words.has(word)) throw unknown(location, word, words);
    });
  }
  const lines = new Map(blocks.map(({ token, line }) => [token, line]));
  const at = <T>(token: Token, make: () => T): T => {
    try {
      return make();
    } catch (error) {
      throw error instanceof SiteError
        ? new SiteError(`${file}:${lines.get(token) ?? 1}: ${error.message}`)
        : error;
    }
  };
  const usedAnchors = new Set<string>();
  const headings: Guide['headings'] = [];
  const parts: Html[] = [];
  const passages: Guide['passages'] = [
    { id: undefined, heading: plainHeading(head.token.text), text: plainText(first.token.raw) },
  ];
  const markdownParts: string[] = [
    head.token.raw.trim(),
    withMarkdownLinks(first.token.raw.trim()),
  ];
  for (const { token } of blocks.slice(2)) {
    const expansion = at(token, () => expansionOf(input, token));
    if (expansion !== undefined) {
      parts.push(at(token, () => expansion.html ?? markdown(expansion.markdown, rendering)));
      markdownParts.push(withMarkdownLinks(expansion.markdown));
      continue;
    }
    if (token.type === 'heading' && token.depth === 2)
      headings.push({ id: slug(plainHeading(token.text)), text: plainHeading(token.text) });
    if (token.type === 'heading')
      passages.push({
        id: slug(plainHeading(token.text)),
        heading: plainHeading(token.text),
        text: '',
      });
    else if (token.type !== 'code') append(passages, searchText(token.raw));
    parts.push(at(token, () => render([token], rendering, usedAnchors)));
    markdownParts.push(
      token.type === 'code' ? token.raw.trim() : withMarkdownLinks(token.raw.trim()),
    );
  }
  return {
    title: plainHeading(head.token.text),
    lead: render([first.token], rendering),
    description: plainText(first.token.raw),
    body: new Html(parts.map(({ text: part }) => part).join('')),
    headings,
    passages,
    markdown: `${markdownParts.join('\n\n')}\n`,
    links,
  };
}

/**
 * Returns the content that replaces a directive or a code block of the language `sequence`;
 * `undefined` for other blocks.
 */
function expansionOf(input: DirectiveInput, token: Token): Expansion | undefined {
  if (token.type === 'code' && token.lang === 'sequence') return sequence(token.text);
  const argument = commentIn(token);
  return argument === undefined ? undefined : expand(input, argument);
}

function append(passages: Guide['passages'], text: string): void {
  const last = passages.at(-1);
  if (last !== undefined) last.text = `${last.text} ${text}`.trim();
}

// Links of guides are relative to the root of the site, where the guides are.
const rendering: Rendering = { anchor: slug, address: (href) => href };

function unknown(location: string, word: string, words: ReadonlySet<string>): SiteError {
  const near = nearest(word, words);
  return new SiteError(
    `${location}: the contracts and the sandbox have no \`${word}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
  );
}
