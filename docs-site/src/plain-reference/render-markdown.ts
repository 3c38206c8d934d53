import { linkNames } from '../link-names.ts';
import { markdownAddress, withMarkdownLinks } from '../markdown-links.ts';
import { type Block, capitalized, type Field, type Inline, type Reference } from './blocks.ts';

/** Formats a code span, even if the code contains a backtick. */
const codeSpan = (text: string): string =>
  text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;

const indented = (text: string): string => text.replaceAll('\n', '\n  ');
const idOf = (anchor: string | undefined): string =>
  anchor === undefined ? '' : `<a id="${anchor}"></a>`;
const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

class MarkdownRenderer {
  /** URLs of names in prose. */
  readonly #addresses: ReadonlyMap<string, string>;

  constructor({ addresses }: Reference) {
    this.#addresses = new Map(
      [...addresses].map(([name, address]) => [name, markdownAddress(address)]),
    );
  }

  blocks(all: readonly Block[], level: number): string {
    return all
      .map((block) => this.#block(block, level))
      .filter((text) => text !== '')
      .join('\n\n');
  }

  #inline(content: Inline): string {
    if (typeof content === 'string') return content;
    if (!('kind' in content)) return content.map((part) => this.#inline(part)).join('');
    switch (content.kind) {
      case 'inline-code':
        return codeSpan(content.text);
      case 'link':
        return `[${this.#inline(content.content)}](${markdownAddress(content.href)})`;
      case 'strong':
        return `**${content.text}**`;
      case 'prose':
        return linkNames(withMarkdownLinks(content.markdown), this.#addresses);
    }
  }

  #field({ name, type = '', required, content, notes }: Field): string {
    const kind = [
      this.#inline(type),
      required === undefined ? '' : required ? '**required**' : 'optional',
    ]
      .filter((part) => part !== '')
      .join(', ');
    const text = [
      this.blocks(content, 0),
      ...notes.map((note) => `${this.#inline(capitalized(note))}.`),
    ].filter((part) => part !== '');
    return `- \`${name}\`${kind === '' ? '' : ` (${kind})`}${text.length === 0 ? '' : `: ${indented(text.join('\n\n'))}`}`;
  }

  #block(block: Block, level: number): string {
    switch (block.kind) {
      case 'prose':
        return this.#inline(block);
      case 'paragraph':
        return this.#inline(block.content);
      case 'list':
        return block.items.map((item, index) => `${index + 1}. ${this.#inline(item)}`).join('\n');
      case 'facts':
        return block.facts
          .map(({ label, content }) => `- **${label}:** ${this.#inline(content)}`)
          .join('\n');
      case 'fields':
        return block.fields.map((field) => this.#field(field)).join('\n');
      case 'table':
        return [
          block.columns,
          block.columns.map(() => '---'),
          ...block.rows.map((cells) => cells.map((cell) => this.#inline(cell))),
        ]
          .map(row)
          .join('\n');
      case 'code':
        return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
      case 'details':
        return `${idOf(block.anchor)}${this.#inline(block.title)}\n\n${this.blocks(block.blocks, level)}`;
      case 'section':
        return `${idOf(block.anchor)}\n\n${'#'.repeat(Math.min(level, 6))} ${block.verb === undefined ? '' : `${block.verb.toUpperCase()} `}${this.#inline(block.title)}\n\n${this.blocks(block.blocks, level + 1)}`;
    }
  }
}

/** Renders a plain reference as Markdown. Links lead to the Markdown versions of their targets. */
export const renderMarkdown = (reference: Reference): string =>
  `# ${reference.title}\n\n${reference.lead}\n\n${new MarkdownRenderer(reference).blocks(reference.blocks, 2)}\n`;
