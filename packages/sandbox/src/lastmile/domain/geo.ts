import type { GeoPoint } from '@delivery-api/lastmile-types';

const earthRadius = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const rounded = (coordinate: number): number => Math.round(coordinate * 1e6) / 1e6;

/** Returns the distance in meters (haversine formula; within 0.5% of the ellipsoidal distance). */
export function distanceBetween(from: GeoPoint, to: GeoPoint): number {
  const latitude = Math.sin(radians(to.latitude - from.latitude) / 2);
  const longitude = Math.sin(radians(to.longitude - from.longitude) / 2);
  const half =
    latitude ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * longitude ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Returns the direction in whole degrees clockwise from north, 0 to 359. */
export function headingFrom(from: GeoPoint, to: GeoPoint): number {
  const [start, end, turn] = [
    radians(from.latitude),
    radians(to.latitude),
    radians(to.longitude - from.longitude),
  ];
  const east = Math.sin(turn) * Math.cos(end);
  const north = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(turn);
  return (Math.round(degrees(Math.atan2(east, north))) + 360) % 360;
}

/**
 * Returns a point on the straight line between two points, accurate enough for a delivery route.
 *
 * @param share 0 for `from`, 1 for `to`
 */
export function pointBetween(from: GeoPoint, to: GeoPoint, share: number): GeoPoint {
  const turn = ((((to.longitude - from.longitude) % 360) + 540) % 360) - 180;
  return pointAt(
    from.latitude + (to.latitude - from.latitude) * share,
    from.longitude + turn * share,
  );
}

/** Returns the point at a distance and in a direction, in degrees clockwise from north. */
export function pointAway(from: GeoPoint, meters: number, heading: number): GeoPoint {
  const step = degrees(meters / earthRadius);
  const latitude = Math.max(
    -89.9,
    Math.min(89.9, from.latitude + step * Math.cos(radians(heading))),
  );
  return pointAt(
    latitude,
    from.longitude + (step * Math.sin(radians(heading))) / Math.cos(radians(latitude)),
  );
}

/** Rounds to six decimal places (0.1 m) and wraps the longitude to -180 to 180. */
const pointAt = (latitude: number, longitude: number): GeoPoint => ({
  latitude: rounded(latitude),
  longitude: rounded(((((longitude + 180) % 360) + 360) % 360) - 180),
});
