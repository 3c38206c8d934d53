import { withTwinLinks } from '../twin-address.ts';
import type { Block, Field, Manual } from './blocks.ts';

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

function field({ name, type, required, text, notes }: Field): string {
  const kind = [type, required === undefined ? '' : required ? '**required**' : 'optional']
    .filter((part) => part !== '')
    .join(', ');
  const said = [
    text,
    ...notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`),
  ].filter((part) => part !== '');
  return `- \`${name}\`${kind === '' ? '' : ` (${kind})`}${said.length === 0 ? '' : `: ${indented(said.join('\n\n'))}`}`;
}

const cell = (line: string): string => line.replaceAll('|', '\\|').replaceAll('\n', ' ');

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function block(one: Block, level: number): string {
  switch (one.kind) {
    case 'text':
      return one.text;
    case 'facts':
      return one.facts.map(({ label, line }) => `- **${label}:** ${line}`).join('\n');
    case 'fields':
      return one.fields.map(field).join('\n');
    case 'table':
      return [row(one.columns), row(one.columns.map(() => '---')), ...one.rows.map(row)].join('\n');
    case 'code':
      return `\`\`\`${one.language}\n${one.text}\n\`\`\``;
    case 'fold':
      return `${one.anchor === undefined ? '' : `<a id="${one.anchor}"></a>`}${one.title}\n\n${blocks(one.blocks, level)}`;
    case 'section':
      return `<a id="${one.anchor}"></a>\n\n${'#'.repeat(Math.min(level, 6))} ${one.verb === undefined ? '' : `${one.verb.toUpperCase()} `}${one.title}\n\n${blocks(one.blocks, level + 1)}`;
  }
}

const blocks = (all: readonly Block[], level: number): string =>
  all
    .map((one) => block(one, level))
    .filter((text) => text !== '')
    .join('\n\n');

/** The Markdown twin of a manual; its links lead to twins as well. */
export const toMarkdown = ({ title, lead, blocks: all }: Manual): string =>
  withTwinLinks(`# ${title}\n\n${lead}\n\n${blocks(all, 2)}\n`);
