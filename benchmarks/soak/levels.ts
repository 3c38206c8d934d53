/** What a process holds at a moment. */
export interface Level {
  /** Minutes since the beginning. */
  minutes: number;
  /** Live JavaScript after a collection, and all that is resident, in MB (10^6 bytes). */
  heap: number;
  resident: number;
  descriptors: number | undefined;
  /**
   * Whether all that is remembered up to a bound has reached it; before that, memory has to grow.
   */
  isFull: boolean;
}

/** What an empty sandbox holds: live heap in MB (10^6 bytes), and descriptors. */
export type Held = Pick<Level, 'heap' | 'descriptors'>;

/**
 * What may be added from the first half to the second before it counts as a leak: a part of the
 * level, and never less than so much.
 */
const tolerances = {
  heap: { part: 0.1, least: 8 },
  resident: { part: 0.15, least: 40 },
  descriptors: { part: 0.1, least: 15 },
} as const;

/** At least so many measurements say something. */
const enough = 8;

export interface Slope {
  what: keyof typeof tolerances;
  /** In an hour. */
  slope: number;
  isLeak: boolean;
}

/**
 * Whether memory and descriptors keep their level, from the measurements made once everything that
 * is bounded was full.
 *
 * @returns `undefined` where there are too few of them
 */
export function slopesOf(levels: readonly Level[]): Slope[] | undefined {
  const full = levels.filter(({ isFull }) => isFull);
  if (full.length < enough) return undefined;
  return (Object.keys(tolerances) as (keyof typeof tolerances)[]).flatMap((what) => {
    const points = full.flatMap((level) =>
      level[what] === undefined ? [] : [[level.minutes, level[what]] as const],
    );
    if (points.length < enough) return [];
    const slope = slopeOf(points);
    const [first] = points;
    const span = (points.at(-1)?.[0] ?? 0) - (first?.[0] ?? 0);
    const { part, least } = tolerances[what];
    const base = Math.min(...points.slice(0, points.length / 2).map(([, value]) => value));
    return [{ what, slope: slope * 60, isLeak: slope * span > Math.max(least, part * base) }];
  });
}

/** The slope of the line that fits best (least squares). */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (pick: 0 | 1): number =>
    points.reduce((sum, point) => sum + point[pick], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return below === 0 ? 0 : above / below;
}

/**
 * What an emptied sandbox holds beyond what it held when it was emptied before; nothing where it
 * has returned to its level.
 */
export function returnsTo(before: Held, after: Held): string[] {
  return (['heap', 'descriptors'] as const).flatMap((what) => {
    const [from, to] = [before[what], after[what]];
    if (
      from === undefined ||
      to === undefined ||
      to - from <= Math.max(tolerances[what].least, tolerances[what].part * from)
    )
      return [];
    return [
      `${what} of an emptied sandbox: ${from.toFixed(1)} at the beginning, ${to.toFixed(1)} at the end`,
    ];
  });
}
