import { isOpenAt, nextOpening } from '../../../kernel/opening-hours.ts';
import type { BookingRequest, DeliveryRequest, Reason } from '../../state/model.ts';
import type { Store } from '../places/stores.ts';
import type { Tariff } from '../pricing/tariffs.ts';
import { pickupFrom } from './schedule-rules.ts';
import { onePackage } from './terms.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Whoever is ready later than this books ahead. */
const soon = 120 * minute;

/** A delivery that is looked into. */
export interface Case {
  request: DeliveryRequest | BookingRequest;
  now: number;
  /** The store of the pickup, where it is one. */
  store: Store | undefined;
  /** Takes down a reason against it, in a code of the contract's `UnserviceableReasonCode`. */
  tell: (code: string, message: string, waypoint?: Reason['waypoint'], retryAt?: number) => void;
}

/**
 * Takes down everything that the store and the country have against a delivery, whatever its way.
 */
export function judgeOffer(one: Case, tariff: Tariff | undefined): void {
  judgePackages(one);
  judgeHours(one);
  judgeTimes(one);
  judgeGoods(one, tariff);
  judgeMethods(one);
}

function judgePackages({ request, store, tell }: Case): void {
  if (store === undefined) return;
  const { packages = onePackage } = request;
  const { max_packages: most, max_package_weight_grams: limit = Number.POSITIVE_INFINITY } =
    store.capabilities;
  const count = packages.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  if (count > most)
    tell(
      'package_too_large',
      `${count} packages are too many; the store hands out up to ${most} at once.`,
      'pickup',
    );
  const heaviest = Math.max(...packages.map(({ weight_grams = 0 }) => weight_grams));
  if (heaviest > limit)
    tell(
      'package_too_heavy',
      `A package weighs ${heaviest} g; the store hands out up to ${limit} g.`,
      'pickup',
    );
}

function judgeHours({ request, store, now, tell }: Case): void {
  if (store === undefined) return;
  const at = pickupFrom(request.schedule, now);
  if (store.lifecycle !== 'active')
    tell('store_closed', `The store is ${store.lifecycle}.`, 'pickup');
  // Who names a story wants to see it at any hour.
  else if (request.test_scenario !== undefined) return;
  else if (!isOpenAt(store, at)) {
    const opening = nextOpening(store, at);
    const until = opening === undefined ? '' : ` and opens at ${new Date(opening).toISOString()}`;
    tell(
      'store_closed',
      `The store is closed at the time of the pickup${until}.`,
      'pickup',
      opening,
    );
  } else if (store.capacity.level === 'full' && at - now < soon) {
    tell('capacity_exceeded', 'The store has as many deliveries as agreed.', 'pickup');
  }
}

function judgeTimes({ request, store, now, tell }: Case): void {
  if (store === undefined) return;
  const { schedule, service_level: level = 'standard' } = request;
  const { service_levels: levels, scheduling } = store.capabilities;
  if (!levels.includes(level))
    tell(
      'schedule_not_available',
      `${level} is not offered here, only ${levels.join(' and ')}.`,
      'pickup',
    );
  const wait = pickupFrom(schedule, now) - now;
  if (schedule?.pickup_window === undefined && wait <= soon) return;
  if (scheduling === undefined) {
    tell(
      'schedule_not_available',
      'The store only takes bookings for as soon as possible.',
      'pickup',
    );
  } else if (wait < scheduling.min_lead_minutes * minute) {
    tell(
      'schedule_not_available',
      `The pickup has to be booked at least ${scheduling.min_lead_minutes} minutes before.`,
      'pickup',
    );
  } else if (wait > scheduling.max_days_ahead * day) {
    tell(
      'schedule_not_available',
      `The pickup can be booked up to ${scheduling.max_days_ahead} days ahead.`,
      'pickup',
    );
  }
}

function judgeGoods({ request, store, tell }: Case, tariff: Tariff | undefined): void {
  const { restrictions, cash_on_delivery: cash } = request;
  const isAllowed = (goods: string): boolean =>
    store === undefined
      ? !(tariff?.refused.includes(goods) ?? false)
      : store.capabilities.restricted_goods.includes(goods);
  const refused = restrictions?.contains.filter((goods) => !isAllowed(goods)) ?? [];
  if (refused.length > 0)
    tell(
      'restricted_goods_not_allowed',
      `Couriers may not carry this from here: ${refused.join(', ')}.`,
      'pickup',
    );
  const takesCash =
    store === undefined ? (tariff?.takesCash ?? true) : store.capabilities.cash_on_delivery;
  if (cash !== undefined && !takesCash)
    tell('cash_not_supported', 'Couriers take no cash here.', 'dropoff');
}

function judgeMethods({ request, store, tell }: Case): void {
  if (store === undefined) return;
  const { pickup, dropoff } = request;
  const asked = {
    pickup: [
      ...(pickup.verification?.methods ?? []),
      ...(('return_verification' in request && request.return_verification?.methods) || []),
    ],
    dropoff: dropoff.verification?.methods ?? [],
  };
  for (const end of ['pickup', 'dropoff'] as const) {
    const missing = asked[end].filter(
      (method) => !store.capabilities.verification_methods.includes(method),
    );
    if (missing.length > 0)
      tell(
        'verification_not_supported',
        `Not offered here: ${[...new Set(missing)].join(', ')}.`,
        end,
      );
  }
}
