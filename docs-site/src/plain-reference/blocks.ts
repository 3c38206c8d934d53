/**
 * Inline content of a plain reference. Strings are plain text. An `href` is relative to the page.
 */
export type Inline =
  | string
  | { kind: 'inline-code' | 'strong'; text: string }
  | { kind: 'link'; content: Inline; href: string }
  | Prose
  | readonly Inline[];

/** Text of the contract, in Markdown. Names of operations, events and codes in it become links. */
export interface Prose {
  kind: 'prose';
  markdown: string;
}

/**
 * Content of a plain reference. The HTML and the Markdown version render the same blocks. Facts are
 * labeled values; fields are entries with a name and an anchor; a list is ordered.
 */
export type Block =
  | Prose
  | { kind: 'paragraph'; content: Inline }
  | { kind: 'list'; items: Inline[] }
  | { kind: 'facts'; facts: { label: string; content: Inline }[] }
  | { kind: 'fields'; fields: Field[] }
  | { kind: 'table'; columns: string[]; rows: Inline[][] }
  | { kind: 'code'; language: Language; text: string }
  | Details
  | Section;

export type Language = 'json' | 'sh' | 'ts' | 'python' | 'php' | 'go' | 'java' | 'text';

export interface Field {
  anchor: string;
  name: string;
  /** Such as `string`, or a link to a schema. */
  type?: Inline;
  /** `undefined` for entries that are neither required nor optional. */
  required?: boolean;
  content: Block[];
  /** Constraints, examples, codes. */
  notes: Inline[];
}

/** Content that is collapsed at first: an example, a sample. */
export interface Details {
  kind: 'details';
  anchor?: string;
  title: Inline;
  blocks: Block[];
}

export interface Section {
  kind: 'section';
  anchor: string;
  /** Other anchors that lead to the section, such as that of a former heading. */
  aliases?: readonly string[];
  title: Inline;
  /** The method of an operation, or `event`. */
  verb?: string;
  /**
   * Whether the table of contents lists the section. It does not list the subsections of an
   * unlisted section.
   */
  listed?: boolean;
  blocks: Block[];
}

export interface Reference {
  /** Such as `Lastmile reference`. */
  title: string;
  lead: string;
  blocks: Block[];
  /** URLs of the names that are links in prose: operations, events and codes. */
  addresses: ReadonlyMap<string, string>;
}

/** Returns a value as inline code. */
export const code = (value: unknown): Inline => ({ kind: 'inline-code', text: String(value) });

export const link = (content: Inline, href: string): Inline => ({ kind: 'link', content, href });

export const prose = (markdown: string): Prose => ({ kind: 'prose', markdown: markdown.trim() });

export const paragraph = (content: Inline): Block => ({ kind: 'paragraph', content });

export const codeBlock = (language: Language, text: string): Block => ({
  kind: 'code',
  language,
  text,
});

/** Template tag for inline content. Its strings are plain text. */
export const inline = (strings: readonly string[], ...values: Inline[]): Inline =>
  strings.flatMap((text, index) => (index === 0 ? [text] : [values[index - 1] ?? '', text]));

export const fields = (list: Field[]): Block => ({ kind: 'fields', fields: list });

export const details = (title: Inline, blocks: Block[], anchor?: string): Details => ({
  kind: 'details',
  title,
  blocks,
  ...(anchor !== undefined && { anchor }),
});

export const section = (
  anchor: string,
  title: Inline,
  blocks: Block[],
  options: Pick<Section, 'aliases' | 'listed' | 'verb'> = {},
): Section => ({ kind: 'section', anchor, title, blocks, ...options });

/** Returns labeled values. A value that is `undefined` or empty is left out. */
export const facts = (
  ...entries: (readonly [label: string, content: Inline | undefined])[]
): Block => ({
  kind: 'facts',
  facts: entries.flatMap(([label, content]) =>
    content === undefined || textOf(content) === '' ? [] : [{ label, content }],
  ),
});

/** Joins inline content: `a, b`. */
export const join = (parts: readonly Inline[], separator = ', '): Inline =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));

/** Joins inline content as a list in a sentence: `a`, `a and b`, `a, b and c`. */
export const listing = (parts: readonly Inline[], last = 'and'): Inline =>
  parts.length < 2 ? parts : [join(parts.slice(0, -1)), ` ${last} `, parts.at(-1) ?? ''];

/** Returns the text of inline content. The text of prose is Markdown; other text has no markup. */
export function textOf(content: Inline): string {
  if (typeof content === 'string') return content;
  if ('kind' in content) {
    if (content.kind === 'link') return textOf(content.content);
    return content.kind === 'prose' ? content.markdown : content.text;
  }
  return content.map(textOf).join('');
}

/** Returns inline content with an upper-case first letter if it starts with plain text. */
export function capitalized(content: Inline): Inline {
  if (typeof content === 'string') return content.charAt(0).toUpperCase() + content.slice(1);
  if ('kind' in content) return content;
  const [first = '', ...rest] = content.filter((part) => part !== '');
  return [capitalized(first), ...rest];
}
