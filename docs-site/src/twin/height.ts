import type { Block, Field } from './blocks.ts';

/**
 * Heights, in CSS pixels, that a section is set apart for until it comes near the window;
 * `styles/twin.css` has a class for each.
 */
export const steps = [
  100, 160, 240, 340, 460, 600, 760, 960, 1200, 1500, 1900, 2400, 3000, 4000,
] as const;

/** Characters of running text that fit on a line of a wide window. */
const perLine = 92;

const lines = (text: string, width = perLine): number =>
  text
    .split('\n')
    .reduce((sum, one) => sum + Math.ceil(one.replaceAll(/\]\([^)]*\)/g, '').length / width), 0);

const field = ({ text, notes }: Field): number =>
  44 + lines(text) * 26 + notes.reduce((sum, note) => sum + lines(note, 100) * 23, 0);

function height(block: Block): number {
  switch (block.kind) {
    case 'text':
      return lines(block.text) * 27 + 12 * block.text.split('\n\n').length;
    case 'facts':
      return 14 + block.facts.reduce((sum, { line }) => sum + lines(line, 80) * 26, 0);
    case 'fields':
      return 14 + block.fields.reduce((sum, one) => sum + field(one), 0);
    case 'table':
      return (
        60 + block.rows.reduce((sum, row) => sum + 20 + 23 * lines(row.join(' '), perLine * 0.9), 0)
      );
    case 'code':
      return 32 + lines(block.text, 1000) * 21;
    case 'fold':
      return 46;
    case 'section':
      return 60 + heightOf(block.blocks);
  }
}

/** About how high blocks are in a wide window, in CSS pixels. */
export const heightOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + height(block), 0);

/** The number of the nearest step. */
export function stepOf(blocks: readonly Block[]): number {
  const wanted = 60 + heightOf(blocks);
  const off = steps.map((step) => Math.abs(Math.log(step / wanted)));
  return off.indexOf(Math.min(...off));
}
