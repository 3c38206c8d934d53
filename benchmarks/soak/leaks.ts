import type { ResourceUsage } from '../shared/mock-server.ts';

/** Sandbox resources at one time. */
export interface ResourceSample extends ResourceUsage {
  /** Minutes since the start. */
  minutes: number;
  /** Resident memory in MB (10^6 bytes). */
  resident: number;
  /** Whether all bounded collections are full. Before that, memory grows. */
  isFull: boolean;
}

/** Largest increase that is not a leak: a fraction of the earlier value, but at least `minimum`. */
const tolerances = {
  heap: { fraction: 0.1, minimum: 8 },
  resident: { fraction: 0.15, minimum: 40 },
  descriptors: { fraction: 0.1, minimum: 15 },
} as const;
type Resource = keyof typeof tolerances;

const minSamples = 8;

export interface Trend {
  resource: Resource;
  /** Increase per hour, in MB or descriptors. */
  slope: number;
  isLeak: boolean;
}

const isLeak = (resource: Resource, before: number, increase: number): boolean =>
  increase > Math.max(tolerances[resource].minimum, tolerances[resource].fraction * before);

/**
 * Returns the trend of each resource after all bounded collections are full.
 *
 * @returns `undefined` if there are too few samples
 */
export function trendsOf(samples: readonly ResourceSample[]): Trend[] | undefined {
  const full = samples.filter((sample) => sample.isFull);
  if (full.length < minSamples) return undefined;
  return (Object.keys(tolerances) as Resource[]).flatMap((resource) => {
    const points = full.flatMap((sample) => {
      const value = sample[resource];
      return value === undefined ? [] : [[sample.minutes, value] as const];
    });
    if (points.length < minSamples) return [];
    const slope = slopeOf(points);
    const duration = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
    const lowest = Math.min(...points.slice(0, points.length / 2).map(([, value]) => value));
    return [{ resource, slope: slope * 60, isLeak: isLeak(resource, lowest, slope * duration) }];
  });
}

/** Returns the slope of the linear regression. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (index: 0 | 1): number =>
    points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return variance === 0 ? 0 : covariance / variance;
}

/** Compares two measurements of the empty sandbox. Returns one line for each leaking resource. */
export function leaksAfterReset(before: ResourceUsage, after: ResourceUsage): string[] {
  return (['heap', 'descriptors'] as const).flatMap((resource) => {
    const [first, last] = [before[resource], after[resource]];
    if (first === undefined || last === undefined) return [];
    if (!isLeak(resource, first, last - first)) return [];
    return [`${resource} of the empty sandbox grew from ${first.toFixed(1)} to ${last.toFixed(1)}`];
  });
}
