import type {
  CancellationPolicy,
  PriceBreakdown,
  TimeWindow,
  UnserviceableReason,
} from '@delivery-api/lastmile-types';
import type { LastmileState } from '../state/lastmile-state.ts';
import type { DeliveryRequest, EtaRecord, WaypointName } from '../state/records.ts';
import { onePackage } from './estimate-terms.ts';
import { policyOf, priceOf } from './price.ts';
import { deliverySeconds, handoverTime } from './ride-time.ts';
import { checkDelivery, type ServiceableDelivery } from './serviceability.ts';
import { minute } from './time.ts';

/**
 * Minimum time from the calculation of a quote to the arrival of a courier at the pickup, in
 * milliseconds.
 */
const approachTime = 8 * minute;

/** A possible delivery with its price and times. */
export interface Quote extends ServiceableDelivery {
  price: PriceBreakdown;
  policy: CancellationPolicy;
  pickupEta: EtaRecord;
  dropoffEta: EtaRecord;
  /** Duration of the ride from the pickup to the dropoff, in seconds. */
  seconds: number;
  /** Waypoints whose address is not exact enough for a binding price. */
  approximate: WaypointName[];
}

/** Returns the price and times of a delivery, or the reasons why it is not possible. */
export function quote(
  request: DeliveryRequest,
  state: LastmileState,
  now: number,
): Quote | UnserviceableReason[] {
  const delivery = checkDelivery(request, state, now);
  if (Array.isArray(delivery)) return delivery;
  const { route, tariff, vehicle, pickupStore } = delivery;
  const { schedule, service_level: serviceLevel = 'standard', packages = onePackage } = request;
  const approximate = (['pickup', 'dropoff'] as const).filter(
    (name) => delivery[name].confidence === 'area',
  );
  const seconds = deliverySeconds(vehicle, route.meters, serviceLevel);
  const preparation = schedule === undefined ? preparationTime(pickupStore) : 0;
  const pickupAt = toSecond(Math.max(now + approachTime, delivery.plannedAt + preparation));
  const dropoffFrom = Date.parse(schedule?.dropoff_window?.starts_at ?? '') || 0;
  const dropoffAt = toSecond(Math.max(pickupAt + handoverTime + seconds * 1000, dropoffFrom));
  const late = lateReason(request, pickupAt, dropoffAt);
  if (late !== undefined) return [late];
  const price = priceOf(tariff, {
    meters: route.meters,
    packages,
    serviceLevel,
    checksAge: request.dropoff.verification?.methods.includes('id_check') ?? false,
    isApproximate: approximate.length > 0,
  });
  return {
    ...delivery,
    price,
    policy: policyOf(tariff, price, optionsAfterPickup(request, pickupStore)),
    pickupEta: { expectedAt: pickupAt, calculatedAt: now },
    dropoffEta: { expectedAt: dropoffAt, calculatedAt: now },
    seconds,
    approximate,
  };
}

/**
 * Returns the options for a cancellation after the pickup. Restricted goods are never disposed of.
 */
const optionsAfterPickup = (
  { restrictions }: DeliveryRequest,
  store: ServiceableDelivery['pickupStore'],
): string[] => [
  ...((store?.capabilities.returns ?? true) ? ['return_to_pickup'] : []),
  ...(restrictions === undefined ? ['dispose'] : []),
];

const preparationTime = (store: ServiceableDelivery['pickupStore']): number =>
  ((store?.preparation_minutes ?? 0) + (store?.capacity.extra_wait_minutes ?? 0)) * minute;

const toSecond = (time: number): number => Math.ceil(time / 1000) * 1000;

function lateReason(
  { schedule }: DeliveryRequest,
  pickupAt: number,
  dropoffAt: number,
): UnserviceableReason | undefined {
  const isAfter = (time: number, window: TimeWindow | undefined): boolean =>
    window !== undefined && time > Date.parse(window.ends_at);
  const waypoint = isAfter(pickupAt, schedule?.pickup_window)
    ? 'pickup'
    : isAfter(dropoffAt, schedule?.dropoff_window)
      ? 'dropoff'
      : undefined;
  if (waypoint === undefined) return undefined;
  const message = `The courier would arrive after the end of the ${waypoint} window.`;
  return { code: 'schedule_not_available', message, waypoint };
}
