import type { StateMachine } from '@delivery-api/specs/contract';
import type { Layout } from './layout.ts';

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

export interface Coordinates {
  /** The middle of each box, from above. */
  y: Map<string, number>;
  bands: { phase: string; top: number; bottom: number }[];
  /** The left edges of the main line and of the states beside it. */
  mainX: number;
  sideX: number;
  width: number;
  height: number;
}

/**
 * Gives each state its place, in pixels.
 *
 * @param lanes how many vertical lines run between the main line and the states beside it
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
