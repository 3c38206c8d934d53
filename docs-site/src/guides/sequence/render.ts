import { type Html, html } from '../../html.ts';
import { slug } from '../../slug.ts';
import type { Expansion } from '../directive/expansion.ts';
import { type Message, parseSequence, type Sequence } from './parse.ts';

const size = {
  column: 236,
  head: 30,
  headWidth: 124,
  line: 15,
  gap: 20,
  margin: 10,
  /** Average width of a character, for line breaks. */
  letter: 6.6,
};

/** Breaks a text into lines that fit between two participants. */
export function wrap(text: string, width: number): string[] {
  const longest = Math.floor(width / size.letter);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= longest)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const describe = ({ from, to, text }: Message): string => `${from} to ${to}: ${text}`;

function renderMessage(
  { from, to, text, isResponse }: Message,
  x: ReadonlyMap<string, number>,
  top: number,
  id: string,
): { svg: Html; bottom: number } {
  const start = x.get(from) ?? 0;
  const end = x.get(to) ?? 0;
  const lines = wrap(text, Math.abs(end - start) - 24);
  const y = top + size.gap + lines.length * size.line;
  const middle = (start + end) / 2;
  const tip = end - Math.sign(end - start);
  const svg = html`${lines.map((part, index) => html`<text class="s-text" x="${middle}" y="${y - 7 - (lines.length - 1 - index) * size.line}">${part}</text>`)}<path class="${isResponse ? 's-line s-response' : 's-line'}" d="M${start} ${y}H${tip}" marker-end="url(#${id}-tip)"/>`;
  return { svg, bottom: y };
}

/** Renders a sequence as SVG. Its colors come from classes, so they follow the color scheme. */
function renderSvg({ title, participants, messages }: Sequence, id: string): Html {
  const first = size.headWidth / 2 + size.margin;
  const x = new Map(participants.map((name, index) => [name, first + index * size.column]));
  let y = size.head;
  const parts = messages.map((message) => {
    const { svg, bottom } = renderMessage(message, x, y, id);
    y = bottom;
    return svg;
  });
  const height = y + size.gap;
  const width = first * 2 + (participants.length - 1) * size.column;
  const heads = [...x].map(
    ([name, center]) =>
      html`<path class="s-life" d="M${center} ${size.head}V${height}"/><rect class="s-head" x="${center - size.headWidth / 2}" y="1" width="${size.headWidth}" height="${size.head - 2}" rx="6"/><text class="s-name" x="${center}" y="20">${name}</text>`,
  );
  return html`<svg class="s-svg" role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title id="${id}-title">${title}</title><desc id="${id}-desc">${messages.map(describe).join('. ')}.</desc><defs><marker id="${id}-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="m-tip" d="M0 0.5 8 4 0 7.5z"/></marker></defs>
${heads}
${parts}
</svg>`;
}

/**
 * Expands a code block of the language `sequence` to a diagram, and to a list with the same
 * messages. The Markdown version has the list only.
 *
 * @throws {SiteError} if a line is not a message, or if there are no messages
 */
export function sequence(text: string): Expansion {
  const parsed = parseSequence(text);
  const { title, messages } = parsed;
  const rows = messages.map((one, index) => `${index + 1}. ${describe(one)}`);
  return {
    markdown: `${title}:\n\n${rows.join('\n')}`,
    html: html`<figure class="sequence"><div class="sequence-box" tabindex="0">${renderSvg(parsed, `sequence-${slug(title)}`)}</div>
<figcaption><details><summary>Messages as a list</summary><ol>${messages.map((one) => html`<li>${describe(one)}</li>`)}</ol></details></figcaption></figure>`,
  };
}
