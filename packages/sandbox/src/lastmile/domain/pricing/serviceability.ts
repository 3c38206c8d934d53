import type {
  BookingRequest,
  DeliveryRequest,
  EndRequest,
  Reason,
  Route,
} from '../../state/model.ts';
import { findPlace, type Place } from '../places/find-place.ts';
import { distanceBetween } from '../places/geo.ts';
import type { Store, StoreBook } from '../places/stores.ts';
import { type Case, judgeOffer } from '../rules/reasons.ts';
import { onePackage } from '../rules/terms.ts';
import { countries, type Tariff, tariffFor } from './tariffs.ts';
import { type Obstacle, pickVehicle, usualVehicles } from './vehicles.ts';

/** Streets are not straight. */
const detour = 1.3;
const shortestRoute = 100;

/** A delivery that can be made, as far as it was looked into. */
export interface Serviceable {
  pickup: Place;
  dropoff: Place;
  route: Route;
  tariff: Tariff;
  vehicle: string;
  pickupStore: Store | undefined;
}

/** The tariff of a delivery: in the currency of the store, or of the country of the pickup. */
export function tariffOf(request: DeliveryRequest, stores: StoreBook): Tariff | undefined {
  const store = storeOf(request.pickup, stores);
  return tariffFor(
    store?.address.country ?? request.pickup.address?.country ?? '',
    store?.currency,
  );
}

/**
 * Looks into a delivery: it can be made, or every reason why not, in the words that estimates and
 * refused bookings share.
 */
export function lookInto(
  request: DeliveryRequest | BookingRequest,
  stores: StoreBook,
  now: number,
): Serviceable | Reason[] {
  const reasons: Reason[] = [];
  const store = storeOf(request.pickup, stores);
  const one: Case = {
    request,
    now,
    store,
    tell: (code, message, waypoint, retryAt) =>
      void reasons.push({
        code,
        message,
        ...(waypoint !== undefined && { waypoint }),
        ...(retryAt !== undefined && { retry_at: new Date(retryAt).toISOString() }),
      }),
  };
  const tariff = tariffOf(request, stores);
  const pickup = lookUp(one, 'pickup', stores);
  const dropoff = lookUp(one, 'dropoff', stores);
  const route =
    pickup === undefined || dropoff === undefined ? undefined : routeBetween(pickup, dropoff);
  const vehicle = chooseVehicle(one, route?.meters ?? 0);
  judgeOffer(one, tariff);
  const isServed =
    reasons.length === 0 && route !== undefined && tariff !== undefined && vehicle !== undefined;
  return isServed && pickup !== undefined && dropoff !== undefined
    ? { pickup, dropoff, route, tariff, vehicle, pickupStore: store }
    : reasons;
}

const storeOf = ({ store_id }: EndRequest, stores: StoreBook): Store | undefined =>
  store_id === undefined ? undefined : stores.byId(store_id);

function lookUp(
  { request, tell }: Case,
  end: 'pickup' | 'dropoff',
  stores: StoreBook,
): Place | undefined {
  const { address = storeOf(request[end], stores)?.address, store_id } = request[end];
  if (address === undefined) return undefined;
  const start = storeOf(request.pickup, stores)?.address ?? request.pickup.address;
  if (countries[address.country] === undefined && store_id === undefined) {
    tell(`outside_service_area_${end}`, `No couriers ride in ${address.country}.`, end);
    return undefined;
  }
  if (end === 'dropoff' && start?.country !== address.country) {
    tell(
      'outside_service_area_dropoff',
      `Couriers do not cross the border from ${start?.country} to ${address.country}.`,
      end,
    );
    return undefined;
  }
  const place = findPlace(address, stores.town);
  if (place === undefined)
    tell(`address_not_resolved_${end}`, `'${address.line1}' could not be found on the map.`, end);
  return place;
}

function routeBetween(pickup: Place, dropoff: Place): Route {
  const meters = Math.max(
    shortestRoute,
    Math.round(distanceBetween(pickup.point, dropoff.point) * detour),
  );
  return { pickup: pickup.point, dropoff: dropoff.point, meters };
}

function chooseVehicle({ request, store, tell }: Case, meters: number): string | undefined {
  const { packages = onePackage, vehicle_types: wanted } = request;
  const offered = store?.capabilities.vehicle_types ?? usualVehicles;
  const picked = pickVehicle(
    wanted === undefined ? offered : offered.filter((one) => wanted.includes(one)),
    packages,
    meters,
  );
  const obstacles = 'obstacles' in picked ? picked.obstacles : [];
  const limit = store?.max_distance_meters ?? Number.POSITIVE_INFINITY;
  const reach = Math.min(
    limit,
    'reach' in picked && obstacles.includes('distance_too_long') ? picked.reach : limit,
  );
  if (meters > reach) {
    tell(
      'distance_too_long',
      `The route is ${kilometers(meters)}; deliveries go up to ${kilometers(reach)} here.`,
      'dropoff',
    );
  }
  for (const obstacle of obstacles)
    if (obstacle !== 'distance_too_long') tell(obstacle, whyNot[obstacle]);
  return 'vehicle' in picked ? picked.vehicle : undefined;
}

const whyNot: Readonly<Record<Exclude<Obstacle, 'distance_too_long'>, string>> = {
  vehicle_type_unavailable: 'None of these vehicles rides here.',
  package_too_large: 'A package does not fit any of these vehicles.',
  package_too_heavy: 'The packages are too heavy for any of these vehicles.',
};

const kilometers = (meters: number): string =>
  `${(meters / 1000).toFixed(1).replace(/\.0$/, '')} km`;
