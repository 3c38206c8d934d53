import { type Block, type Field, type Inline, textOf } from './blocks.ts';

/** Heights in CSS pixels. `styles/plain-reference.css` has a class for each. */
export const steps = [
  100, 160, 240, 340, 460, 600, 760, 960, 1200, 1500, 1900, 2400, 3000, 4000,
] as const;

/** Characters of running text per line in a wide window. */
const perLine = 92;

const lines = (content: Inline, width = perLine): number =>
  textOf(content)
    .split('\n')
    .reduce((sum, one) => sum + Math.ceil(one.replaceAll(/\]\([^)]*\)/g, '').length / width), 0);

const sumOf = <T>(items: readonly T[], height: (item: T) => number): number =>
  items.reduce((sum, item) => sum + height(item), 0);

const textHeight = (block: Block): number => {
  if (block.kind === 'list') return sumOf(block.items, (item) => lines(item) * 26);
  if (block.kind === 'paragraph') return lines(block.content) * 26;
  return block.kind === 'prose' ? lines(block) * 26 : height(block);
};

const field = ({ content, notes }: Field): number =>
  44 + sumOf(content, textHeight) + sumOf(notes, (note) => lines(note, 100) * 23);

function height(block: Block): number {
  switch (block.kind) {
    case 'prose':
      return lines(block) * 27 + 12 * block.markdown.split('\n\n').length;
    case 'paragraph':
      return lines(block.content) * 27 + 12;
    case 'list':
      return sumOf(block.items, (item) => lines(item) * 27);
    case 'facts':
      return 14 + sumOf(block.facts, ({ content }) => lines(content, 80) * 26);
    case 'fields':
      return 14 + sumOf(block.fields, field);
    case 'table':
      return 60 + sumOf(block.rows, (row) => 20 + 23 * lines(row.map(textOf).join(' '), 83));
    case 'code':
      return 32 + block.text.split('\n').length * 21;
    case 'details':
      return 46;
    case 'section':
      return 60 + estimatedHeight(block.blocks);
  }
}

/** Estimates the height of blocks in a wide window, in CSS pixels. */
export const estimatedHeight = (blocks: readonly Block[]): number => sumOf(blocks, height);

/** Returns the index of the step nearest to the height of a section with these blocks. */
export function stepOf(blocks: readonly Block[]): number {
  const wanted = 60 + estimatedHeight(blocks);
  const distances = steps.map((step) => Math.abs(Math.log(step / wanted)));
  return distances.indexOf(Math.min(...distances));
}
