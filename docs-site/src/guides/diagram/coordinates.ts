import type { StateMachine } from '@delivery-api/specs/contract';
import type { Layout } from './layout.ts';

/** Dimensions of the diagram, in pixels. */
export const size = {
  box: 27,
  gap: 13,
  width: 138,
  sideWidth: 116,
  band: 6,
  label: 17,
  lane: 12,
  left: 30,
  arrow: 16,
};

/** Coordinates of a diagram, in pixels. */
export interface Coordinates {
  /** Vertical center of the box of each state. */
  y: Map<string, number>;
  /** Backgrounds of the phases of the main sequence, from top to bottom. */
  bands: { phase: string; top: number; bottom: number }[];
  /** Left edges of the main sequence and of the side states. */
  mainX: number;
  sideX: number;
  width: number;
  height: number;
}

/**
 * Computes the coordinates of a diagram.
 *
 * @param lanes number of vertical lines between the main sequence and the side states
 */
export function coordinatesOf(
  { states }: StateMachine,
  { main, side, leaving }: Layout,
  lanes: number,
): Coordinates {
  const y = new Map<string, number>();
  const bands: Coordinates['bands'] = [];
  let top = 1;
  for (const state of main) {
    const phase = states.get(state)?.phase ?? '';
    const band = bands.at(-1);
    if (band?.phase !== phase) {
      if (band !== undefined) top = band.bottom + size.gap;
      bands.push({ phase, top, bottom: 0 });
      top += size.label;
    }
    y.set(state, top + size.box / 2);
    top += size.box + size.gap;
    const own = bands.at(-1);
    if (own !== undefined) own.bottom = top - size.gap + size.band;
  }
  let free = 0;
  for (const state of side) {
    const rows = leaving.find(({ to }) => to === state)?.from.map((from) => y.get(from) ?? 0) ?? [];
    const wanted =
      rows.length === 0
        ? 0
        : rows.length === 1
          ? (rows[0] ?? 0)
          : (Math.min(...rows) + Math.max(...rows)) / 2;
    const middle = Math.max(wanted, free + size.box / 2);
    y.set(state, middle);
    free = middle + size.box / 2 + size.gap + 4;
  }
  const mainX = size.left + size.band;
  const sideX = mainX + size.width + size.band + 4 + lanes * size.lane + size.arrow;
  const bottom = Math.max(bands.at(-1)?.bottom ?? 0, free - size.gap);
  return { y, bands, mainX, sideX, width: sideX + size.sideWidth + 14, height: bottom + 1 };
}
