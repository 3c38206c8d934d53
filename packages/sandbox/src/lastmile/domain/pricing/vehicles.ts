import type { Dimensions, PackageRequest } from '../../state/model.ts';

interface Vehicle {
  metersPerSecond: number;
  /** How far it goes with one delivery. */
  meters: number;
  /** The largest package, as an index into `sizes`. */
  size: number;
  grams: number;
}

/** From the smallest to the largest, with the box that each fits. */
const sizes = [
  { name: 'xsmall', box: [200, 150, 50] },
  { name: 'small', box: [400, 300, 200] },
  { name: 'medium', box: [400, 400, 400] },
  { name: 'large', box: [800, 600, 600] },
  { name: 'xlarge', box: [3_000, 1_700, 1_700] },
] as const;

// In the order of preference: what costs least where it will do.
const vehicles: Readonly<Record<string, Vehicle>> = {
  bicycle: { metersPerSecond: 4.2, meters: 10_000, size: 2, grams: 15_000 },
  cargo_bike: { metersPerSecond: 4, meters: 12_000, size: 3, grams: 60_000 },
  scooter: { metersPerSecond: 7, meters: 15_000, size: 2, grams: 20_000 },
  motorcycle: { metersPerSecond: 8, meters: 20_000, size: 2, grams: 25_000 },
  car: { metersPerSecond: 7.5, meters: 35_000, size: 3, grams: 150_000 },
  van: { metersPerSecond: 7, meters: 60_000, size: 4, grams: 900_000 },
  truck: { metersPerSecond: 6.5, meters: 100_000, size: 4, grams: 5_000_000 },
  walk: { metersPerSecond: 1.3, meters: 2_000, size: 1, grams: 6_000 },
};

/** The vehicles that ride where no store says otherwise. */
export const usualVehicles: readonly string[] = Object.keys(vehicles);

export const secondsFor = (vehicle: string, meters: number): number =>
  Math.round(meters / (vehicles[vehicle]?.metersPerSecond ?? 5));

/** Why no vehicle will do. */
export type Obstacle =
  | 'vehicle_type_unavailable'
  | 'package_too_large'
  | 'package_too_heavy'
  | 'distance_too_long';

/**
 * Picks a vehicle for packages and a way.
 *
 * @param allowed the vehicles that ride there and were asked for
 * @param meters the way, where it is known
 * @returns the vehicle, or every obstacle that leaves none; `reach` is how far those go that could
 * carry it
 */
export function pickVehicle(
  allowed: readonly string[],
  packages: readonly PackageRequest[],
  meters = 0,
): { vehicle: string } | { obstacles: Obstacle[]; reach: number } {
  const known = usualVehicles
    .filter((name) => allowed.includes(name))
    .map((name) => ({ name, ...(vehicles[name] as Vehicle) }));
  if (known.length === 0) return { obstacles: ['vehicle_type_unavailable'], reach: 0 };
  const size = Math.max(...packages.map(sizeOf));
  const grams = packages.reduce((sum, one) => sum + weightOf(one), 0);
  const large = known.filter((one) => one.size >= size);
  const strong = known.filter((one) => one.grams >= grams);
  const able = large.filter((one) => strong.includes(one));
  const carriers = able.length > 0 ? able : known;
  const fit = able.find((one) => one.meters >= meters);
  if (fit !== undefined) return { vehicle: fit.name };
  const obstacles: Obstacle[] = [];
  if (large.length === 0) obstacles.push('package_too_large');
  if (strong.length === 0 || (able.length === 0 && large.length > 0))
    obstacles.push('package_too_heavy');
  const reach = Math.max(...carriers.map((one) => one.meters));
  if (reach < meters) obstacles.push('distance_too_long');
  return { obstacles, reach };
}

/**
 * The size that counts: that of the measures where they are told, else the one named. Beyond the
 * last where nothing fits.
 */
export function sizeOf({ size, dimensions }: PackageRequest): number {
  if (dimensions === undefined) return sizes.findIndex(({ name }) => name === size);
  const sides = sortedSides(dimensions);
  const place = sizes.findIndex(({ box }) =>
    box.every((side, index) => side >= (sides[index] ?? 0)),
  );
  return place === -1 ? sizes.length : place;
}

export const sizeName = (size: number): string => sizes[size]?.name ?? 'xlarge';

// Where no weight is told, the size alone decides.
const weightOf = ({ quantity = 1, weight_grams = 0 }: PackageRequest): number =>
  quantity * weight_grams;

const sortedSides = ({
  length_millimeters,
  width_millimeters,
  height_millimeters,
}: Dimensions): number[] =>
  [length_millimeters, width_millimeters, height_millimeters].sort((a, b) => b - a);
