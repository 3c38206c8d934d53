import type { Dimensions, PackageInput } from '@delivery-api/lastmile-types';

interface Vehicle {
  metersPerSecond: number;
  /** Maximum distance of a delivery, in meters. */
  meters: number;
  /** The largest package, as an index into `sizes`. */
  size: number;
  grams: number;
}

/** Package sizes in ascending order, with their maximum dimensions in millimeters. */
const sizes = [
  { name: 'xsmall', box: [200, 150, 50] },
  { name: 'small', box: [400, 300, 200] },
  { name: 'medium', box: [400, 400, 400] },
  { name: 'large', box: [800, 600, 600] },
  { name: 'xlarge', box: [3_000, 1_700, 1_700] },
] as const;

/** The vehicles in order of preference. The first suitable vehicle is used. */
const vehicles: Readonly<Record<string, Vehicle>> = {
  bicycle: { metersPerSecond: 4.2, meters: 10_000, size: 2, grams: 15_000 },
  cargo_bike: { metersPerSecond: 4, meters: 12_000, size: 3, grams: 60_000 },
  scooter: { metersPerSecond: 7, meters: 15_000, size: 2, grams: 20_000 },
  motorcycle: { metersPerSecond: 8, meters: 20_000, size: 2, grams: 25_000 },
  car: { metersPerSecond: 7.5, meters: 35_000, size: 3, grams: 150_000 },
  van: { metersPerSecond: 7, meters: 60_000, size: 4, grams: 900_000 },
  truck: { metersPerSecond: 6.5, meters: 100_000, size: 4, grams: 5_000_000 },
  on_foot: { metersPerSecond: 1.3, meters: 2_000, size: 1, grams: 6_000 },
};

/** The vehicle types that are available without a store. */
export const defaultVehicles: readonly string[] = Object.keys(vehicles);

/** Returns the duration of a ride, in seconds. */
export const rideSeconds = (vehicle: string, meters: number): number =>
  Math.round(meters / (vehicles[vehicle]?.metersPerSecond ?? 5));

/** A reason why no vehicle is suitable (`UnserviceableReasonCode`). */
export type VehicleObstacle =
  | 'vehicle_type_unavailable'
  | 'package_too_large'
  | 'package_too_heavy'
  | 'distance_too_long';

/**
 * Chooses a vehicle for packages and a distance.
 *
 * @param allowed the vehicle types that are both available and requested
 * @returns the vehicle, or all obstacles and the maximum distance (`reach`) in meters
 */
export function chooseVehicle(
  allowed: readonly string[],
  packages: readonly PackageInput[],
  meters = 0,
): { vehicle: string } | { obstacles: VehicleObstacle[]; reach: number } {
  const candidates = defaultVehicles
    .filter((name) => allowed.includes(name))
    .map((name) => ({ name, ...(vehicles[name] as Vehicle) }));
  if (candidates.length === 0) return { obstacles: ['vehicle_type_unavailable'], reach: 0 };
  const size = Math.max(...packages.map(sizeOf));
  const grams = packages.reduce(
    (sum, { quantity = 1, weight_grams = 0 }) => sum + quantity * weight_grams,
    0,
  );
  const withinSize = candidates.filter((vehicle) => vehicle.size >= size);
  const withinWeight = candidates.filter((vehicle) => vehicle.grams >= grams);
  const withinBoth = withinSize.filter((vehicle) => withinWeight.includes(vehicle));
  const suitable = withinBoth.find((vehicle) => vehicle.meters >= meters);
  if (suitable !== undefined) return { vehicle: suitable.name };
  const obstacles: VehicleObstacle[] = [];
  if (withinSize.length === 0) obstacles.push('package_too_large');
  if (withinWeight.length === 0 || (withinBoth.length === 0 && withinSize.length > 0))
    obstacles.push('package_too_heavy');
  const remaining = withinBoth.length > 0 ? withinBoth : candidates;
  const reach = Math.max(...remaining.map((vehicle) => vehicle.meters));
  if (reach < meters) obstacles.push('distance_too_long');
  return { obstacles, reach };
}

/**
 * Returns the size as an index into `sizes`, from the dimensions if given, otherwise from the name.
 * The index is beyond the last size if no size is large enough.
 */
export function sizeOf({ size, dimensions }: PackageInput): number {
  if (dimensions === undefined) return sizes.findIndex(({ name }) => name === size);
  const sides = sortedSides(dimensions);
  const index = sizes.findIndex(({ box }) => box.every((side, i) => side >= (sides[i] ?? 0)));
  return index === -1 ? sizes.length : index;
}

export const sizeName = (size: number): string => sizes[size]?.name ?? 'xlarge';

const sortedSides = ({
  length_millimeters,
  width_millimeters,
  height_millimeters,
}: Dimensions): number[] =>
  [length_millimeters, width_millimeters, height_millimeters].sort((a, b) => b - a);
