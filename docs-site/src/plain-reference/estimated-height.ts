import { type Block, type Field, type Inline, textOf } from './blocks.ts';

/** Heights in CSS pixels. `styles/plain-reference.css` has two classes for each. */
export const steps = [
  100, 160, 240, 340, 460, 600, 760, 960, 1200, 1500, 1900, 2400, 3000, 4000, 5200, 6400,
] as const;

/** Window width. In narrow windows, the label of a fact is above its content. */
export type Width = 'wide' | 'narrow';

const sumOf = <T>(items: readonly T[], height: (item: T) => number): number =>
  items.reduce((sum, item) => sum + height(item), 0);

/** Returns a function that estimates the height of blocks, in CSS pixels. */
function estimator(width: Width): (blocks: readonly Block[]) => number {
  const isNarrow = width === 'narrow';
  const lines = (content: Inline, characters = 92): number =>
    textOf(content)
      .split('\n')
      .reduce((sum, one) => {
        const { length } = one.replaceAll(/\]\([^)]*\)/g, '');
        return sum + Math.ceil(length / (isNarrow ? characters * 0.42 : characters));
      }, 0);

  const textHeight = (block: Block): number => {
    if (block.kind === 'list') return sumOf(block.items, (item) => lines(item) * 26);
    if (block.kind === 'paragraph') return lines(block.content) * 26;
    return block.kind === 'prose' ? lines(block) * 26 : height(block);
  };

  const field = ({ content, notes }: Field): number =>
    44 + sumOf(content, textHeight) + sumOf(notes, (note) => lines(note, 100) * 23);

  const height = (block: Block): number => {
    switch (block.kind) {
      case 'prose':
        return lines(block) * 27 + 12 * block.markdown.split('\n\n').length;
      case 'paragraph':
        return lines(block.content) * 27 + 12;
      case 'list':
        return sumOf(block.items, (item) => lines(item) * 27);
      case 'facts':
        return (
          14 + sumOf(block.facts, ({ content }) => (lines(content, 80) + (isNarrow ? 1 : 0)) * 26)
        );
      case 'fields':
        return 14 + sumOf(block.fields, field);
      case 'table':
        return 60 + sumOf(block.rows, (row) => 20 + 23 * lines(row.map(textOf).join(' '), 83));
      case 'code':
        return 32 + block.text.split('\n').length * 21;
      case 'details':
        return 20 + lines(block.title) * 26;
      case 'section':
        return 60 + sumOf(block.blocks, height);
    }
  };
  return (blocks) => 60 + sumOf(blocks, height);
}

const estimates = { wide: estimator('wide'), narrow: estimator('narrow') };

/**
 * Returns the index of the smallest step that has room for a section with these blocks. In a
 * section that is not laid out, content beyond its room would overlap the next section. If no step
 * has room, returns the index of the largest step.
 */
export function stepOf(blocks: readonly Block[], width: Width): number {
  const wanted = estimates[width](blocks);
  const step = steps.findIndex((room) => room >= wanted);
  return step === -1 ? steps.length - 1 : step;
}
