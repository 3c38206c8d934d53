import type { Store, UnserviceableReason } from '@delivery-api/lastmile-types';
import { isOpenAt, nextOpening } from '../../kernel/opening-hours.ts';
import type { DeliveryRequest } from '../state/records.ts';
import { onePackage } from './estimate-terms.ts';
import type { Tariff } from './tariffs.ts';
import { day, instant, minute } from './time.ts';

/**
 * Limit of the time from now to the planned pickup. Within the limit, a delivery without a pickup
 * window is immediate, and a store at full capacity rejects deliveries.
 */
const asapLimit = 120 * minute;

/** The context in which a delivery is checked. */
export interface DeliveryCheck {
  request: DeliveryRequest;
  now: number;
  /** The store at the pickup, if there is one. */
  store: Store | undefined;
  /** The planned pickup time. */
  plannedAt: number;
  /** Adds a reason with a code from `UnserviceableReasonCode` in the contract. */
  reject: (
    code: string,
    message: string,
    waypoint?: UnserviceableReason['waypoint'],
    retryAt?: number,
  ) => void;
}

/** Adds every reason why the store or the country does not allow a delivery. */
export function checkOffer(check: DeliveryCheck, tariff: Tariff | undefined): void {
  const { store } = check;
  if (store !== undefined) {
    checkPackages(check, store);
    checkHours(check, store);
    checkSchedule(check, store);
  }
  checkGoods(check, tariff);
  if (store !== undefined) checkMethods(check, store);
}

function checkPackages({ request, reject }: DeliveryCheck, { capabilities }: Store): void {
  const { packages = onePackage } = request;
  const { max_packages: max, max_package_weight_grams: maxWeight = Number.POSITIVE_INFINITY } =
    capabilities;
  const count = packages.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  if (count > max) {
    const message = `${count} packages are too many; the maximum of the store is ${max}.`;
    reject('package_too_large', message, 'pickup');
  }
  const heaviest = Math.max(...packages.map(({ weight_grams = 0 }) => weight_grams));
  if (heaviest > maxWeight) {
    const message = `A package weighs ${heaviest} g; the maximum of the store is ${maxWeight} g.`;
    reject('package_too_heavy', message, 'pickup');
  }
}

function checkHours({ request, now, plannedAt: at, reject }: DeliveryCheck, store: Store): void {
  if (store.lifecycle !== 'active')
    reject('store_closed', `The store is ${store.lifecycle}.`, 'pickup');
  // A scenario runs at any time, even outside the opening hours and at full capacity.
  else if (request.test_scenario !== undefined) return;
  else if (!isOpenAt(store, at)) {
    const opening = nextOpening(store, at);
    const until = opening === undefined ? '' : ` and opens at ${instant(opening)}`;
    const message = `The store is closed at the pickup time${until}.`;
    reject('store_closed', message, 'pickup', opening);
  } else if (store.capacity.level === 'full' && at - now < asapLimit)
    reject(
      'capacity_exceeded',
      'The store has reached its maximum number of deliveries.',
      'pickup',
    );
}

function checkSchedule(
  { request, now, plannedAt, reject }: DeliveryCheck,
  { capabilities }: Store,
): void {
  const { schedule, service_level: level = 'standard' } = request;
  const { service_levels: levels, scheduling } = capabilities;
  const unavailable = (message: string): void =>
    reject('schedule_not_available', message, 'pickup');
  if (!levels.includes(level))
    unavailable(`The store does not offer ${level}, only ${levels.join(' and ')}.`);
  const wait = plannedAt - now;
  if (schedule?.pickup_window === undefined && wait <= asapLimit) return;
  if (scheduling === undefined) unavailable('The store accepts immediate pickups only.');
  else if (wait < scheduling.min_lead_minutes * minute) {
    const lead = scheduling.min_lead_minutes;
    unavailable(`The store requires a booking at least ${lead} minutes before the pickup.`);
  } else if (wait > scheduling.max_days_ahead * day)
    unavailable(
      `The store accepts bookings at most ${scheduling.max_days_ahead} days before the pickup.`,
    );
}

function checkGoods({ request, store, reject }: DeliveryCheck, tariff: Tariff | undefined): void {
  const { restrictions, cash_on_delivery: cash } = request;
  const { restricted_goods: allowed, cash_on_delivery: storeTakesCash } = store?.capabilities ?? {};
  const isAllowed = (goods: string): boolean =>
    allowed?.includes(goods) ?? !tariff?.prohibitedGoods.includes(goods);
  const prohibited = restrictions?.contains.filter((goods) => !isAllowed(goods)) ?? [];
  if (prohibited.length > 0) {
    const message = `Couriers cannot deliver these goods from this pickup location: ${prohibited.join(', ')}.`;
    reject('restricted_goods_not_allowed', message, 'pickup');
  }
  if (cash !== undefined && !(storeTakesCash ?? tariff?.supportsCash ?? true))
    reject('cash_not_supported', 'Couriers do not collect cash at this dropoff.', 'dropoff');
}

function checkMethods({ request, reject }: DeliveryCheck, { capabilities }: Store): void {
  const { pickup, dropoff } = request;
  const returning = 'return_verification' in request ? request.return_verification : undefined;
  const requested = {
    pickup: [...(pickup.verification?.methods ?? []), ...(returning?.methods ?? [])],
    dropoff: dropoff.verification?.methods ?? [],
  };
  for (const name of ['pickup', 'dropoff'] as const) {
    const missing = requested[name].filter(
      (method) => !capabilities.verification_methods.includes(method),
    );
    const message = `The store does not support these verification methods: ${[...new Set(missing)].join(', ')}.`;
    if (missing.length > 0) reject('verification_not_supported', message, name);
  }
}
