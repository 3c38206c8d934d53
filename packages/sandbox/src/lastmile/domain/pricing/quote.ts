import type {
  BookingRequest,
  CancellationPolicy,
  DeliveryRequest,
  EndName,
  Eta,
  Price,
  Reason,
  TimeWindow,
} from '../../state/model.ts';
import type { StoreBook } from '../places/stores.ts';
import { pickupFrom } from '../rules/schedule-rules.ts';
import { onePackage } from '../rules/terms.ts';
import { policyOf, priceOf } from './price.ts';
import { lookInto, type Serviceable } from './serviceability.ts';
import { secondsFor } from './vehicles.ts';

/** Until a courier has taken it and comes to the pickup. */
const approach = 480_000;
/** From arriving to leaving at a door or counter. */
const handling = 120_000;
/** A courier with other deliveries on the way takes longer. */
const shared = 1.25;

/** A delivery that can be made, with price and times. */
export interface Quote extends Serviceable {
  price: Price;
  policy: CancellationPolicy;
  pickupEta: Eta;
  dropoffEta: Eta;
  /** How long the way takes. */
  seconds: number;
  /** The ends that are known too roughly for a binding price. */
  rough: EndName[];
}

/** Works out what a delivery costs and when it arrives, or why it cannot be made. */
export function quote(
  request: DeliveryRequest | BookingRequest,
  stores: StoreBook,
  now: number,
): Quote | Reason[] {
  const found = lookInto(request, stores, now);
  if (Array.isArray(found)) return found;
  const { route, tariff, vehicle, pickupStore } = found;
  const {
    schedule,
    service_level: serviceLevel = 'standard',
    packages = onePackage,
    dropoff,
  } = request;
  const rough = (['pickup', 'dropoff'] as const).filter((end) => found[end].confidence === 'area');
  const checksAge = dropoff.verification?.methods.includes('id_check') ?? false;
  const seconds = Math.round(
    secondsFor(vehicle, route.meters) * (serviceLevel === 'express' ? 1 : shared),
  );
  const ready = pickupFrom(schedule, now) + (schedule === undefined ? preparation(found) : 0);
  const pickupAt = toSecond(Math.max(now + approach, ready));
  const dropoffFrom =
    schedule?.dropoff_window === undefined ? 0 : Date.parse(schedule.dropoff_window.starts_at);
  const dropoffAt = toSecond(Math.max(pickupAt + handling + seconds * 1000, dropoffFrom));
  const late = lateness(request, pickupAt, dropoffAt);
  if (late !== undefined) return [late];
  const price = priceOf(tariff, {
    meters: route.meters,
    packages,
    serviceLevel,
    checksAge,
    isRough: rough.length > 0,
  });
  const policy = policyOf(tariff, price, pickupStore?.capabilities.returns ?? true);
  const eta = (expectedAt: number): Eta => ({ expectedAt, calculatedAt: now });
  return {
    ...found,
    price,
    policy,
    pickupEta: eta(pickupAt),
    dropoffEta: eta(dropoffAt),
    seconds,
    rough,
  };
}

const preparation = ({ pickupStore }: Serviceable): number =>
  ((pickupStore?.preparation_minutes ?? 0) + (pickupStore?.capacity.extra_wait_minutes ?? 0)) *
  60_000;

const toSecond = (moment: number): number => Math.ceil(moment / 1000) * 1000;

function lateness(
  { schedule }: DeliveryRequest,
  pickupAt: number,
  dropoffAt: number,
): Reason | undefined {
  const tooLate = (waypoint: 'pickup' | 'dropoff'): Reason => ({
    code: 'schedule_not_available',
    message: `The courier would be at the ${waypoint} after the end of its window.`,
    waypoint,
  });
  const isAfter = (moment: number, window: TimeWindow | undefined): boolean =>
    window !== undefined && moment > Date.parse(window.ends_at);
  if (isAfter(pickupAt, schedule?.pickup_window)) return tooLate('pickup');
  return isAfter(dropoffAt, schedule?.dropoff_window) ? tooLate('dropoff') : undefined;
}
