import type { Store, UnserviceableReason } from '@delivery-api/lastmile-types';
import type { LastmileState } from '../state/lastmile-state.ts';
import type { DeliveryRequest, Route } from '../state/records.ts';
import { onePackage } from './estimate-terms.ts';
import { findPlace, type Place } from './find-place.ts';
import { distanceBetween } from './geo.ts';
import { transferTime } from './ride-time.ts';
import { earliestPickup, plannedPickup } from './schedule-rules.ts';
import { countries, type Tariff, tariffFor } from './tariffs.ts';
import { instant } from './time.ts';
import { checkOffer, type DeliveryCheck } from './unserviceable-reasons.ts';
import { chooseVehicle, defaultVehicles, type VehicleObstacle } from './vehicles.ts';

/** Ratio of the street distance to the straight-line distance. */
const detourFactor = 1.3;
const minRouteMeters = 100;

/** A delivery that is possible. */
export interface ServiceableDelivery {
  pickup: Place;
  dropoff: Place;
  route: Route;
  tariff: Tariff;
  vehicle: string;
  pickupStore: Store | undefined;
  /** The planned pickup time, in milliseconds since 1970. */
  plannedAt: number;
}

/**
 * Returns the tariff for the pickup country, in the currency of the pickup store if there is one.
 *
 * @returns `undefined` if the country is outside the service area and there is no pickup store
 */
export function tariffOf(request: DeliveryRequest, state: LastmileState): Tariff | undefined {
  const store = storeAt(request.pickup, state);
  const country = store?.address.country ?? request.pickup.address?.country ?? '';
  return tariffFor(country, store?.currency);
}

/** Returns the delivery if it is possible, otherwise the reasons why it is not. */
export function checkDelivery(
  request: DeliveryRequest,
  state: LastmileState,
  now: number,
): ServiceableDelivery | UnserviceableReason[] {
  const reasons: UnserviceableReason[] = [];
  const store = storeAt(request.pickup, state);
  const check: DeliveryCheck = {
    request,
    now,
    store,
    plannedAt: earliestPickup(request.schedule, now),
    reject: (code, message, waypoint, retryAt) =>
      void reasons.push({
        code,
        message,
        ...(waypoint !== undefined && { waypoint }),
        ...(retryAt !== undefined && { retry_at: instant(retryAt) }),
      }),
  };
  const tariff = tariffOf(request, state);
  const pickup = findWaypoint(check, 'pickup', state);
  const dropoff = findWaypoint(check, 'dropoff', state);
  const route = pickup && dropoff && routeBetween(pickup, dropoff);
  const vehicle = vehicleFor(check, route?.meters ?? 0);
  if (route !== undefined && vehicle !== undefined) {
    const transfer = transferTime(vehicle, route.meters, request.service_level);
    check.plannedAt = plannedPickup(request.schedule, now, transfer);
  }
  checkOffer(check, tariff);
  const isComplete = pickup && dropoff && route && tariff && vehicle;
  return isComplete && reasons.length === 0
    ? { pickup, dropoff, route, tariff, vehicle, pickupStore: store, plannedAt: check.plannedAt }
    : reasons;
}

const storeAt = (
  { store_id }: DeliveryRequest['pickup'],
  state: LastmileState,
): Store | undefined => (store_id === undefined ? undefined : state.stores.get(store_id));

function findWaypoint(
  { request, reject }: DeliveryCheck,
  name: 'pickup' | 'dropoff',
  state: LastmileState,
): Place | undefined {
  const { address = storeAt(request[name], state)?.address, store_id } = request[name];
  if (address === undefined) return undefined;
  const pickupAddress = storeAt(request.pickup, state)?.address ?? request.pickup.address;
  if (countries[address.country] === undefined && store_id === undefined) {
    reject(
      `outside_service_area_${name}`,
      `The service has no couriers in ${address.country}.`,
      name,
    );
    return undefined;
  }
  if (name === 'dropoff' && pickupAddress?.country !== address.country) {
    const border = `the border from ${pickupAddress?.country} to ${address.country}`;
    reject('outside_service_area_dropoff', `Couriers do not cross ${border}.`, name);
    return undefined;
  }
  const place = findPlace(address, state.findTown);
  const message = `The service could not find the address '${address.line1 ?? address.city}'.`;
  if (place === undefined) reject(`address_not_resolved_${name}`, message, name);
  return place;
}

function routeBetween(pickup: Place, dropoff: Place): Route {
  const meters = Math.round(distanceBetween(pickup.point, dropoff.point) * detourFactor);
  return {
    pickup: pickup.point,
    dropoff: dropoff.point,
    meters: Math.max(minRouteMeters, meters),
  };
}

function vehicleFor({ request, store, reject }: DeliveryCheck, meters: number): string | undefined {
  const { packages = onePackage, vehicle_types } = request;
  const requested: readonly string[] | undefined = vehicle_types;
  const offered = store?.capabilities.vehicle_types ?? defaultVehicles;
  const allowed = offered.filter((vehicle) => requested?.includes(vehicle) ?? true);
  const selection = chooseVehicle(allowed, packages, meters);
  const obstacles = 'obstacles' in selection ? selection.obstacles : [];
  const storeLimit = store?.max_distance_meters ?? Number.POSITIVE_INFINITY;
  const reach =
    'reach' in selection && obstacles.includes('distance_too_long')
      ? Math.min(storeLimit, selection.reach)
      : storeLimit;
  if (meters > reach) {
    const limit = `the maximum for this delivery is ${kilometers(reach)}`;
    reject('distance_too_long', `The route is ${kilometers(meters)}; ${limit}.`, 'dropoff');
  }
  for (const obstacle of obstacles)
    if (obstacle !== 'distance_too_long') reject(obstacle, obstacleText[obstacle]);
  return 'vehicle' in selection ? selection.vehicle : undefined;
}

const obstacleText: Readonly<Record<Exclude<VehicleObstacle, 'distance_too_long'>, string>> = {
  vehicle_type_unavailable: 'None of the acceptable vehicle types is available for this pickup.',
  package_too_large: 'A package is too large for the available vehicles.',
  package_too_heavy: 'The packages are too heavy for the available vehicles.',
};

const kilometers = (meters: number): string =>
  `${(meters / 1000).toFixed(1).replace(/\.0$/, '')} km`;
