import type { MarketplaceState } from '../../state/marketplace-state.ts';
import { type Courier, deliveredBy, type Order } from '../../state/order-model.ts';
import { type OrderRecord, readyAt } from '../../state/order-record.ts';
import { change, move } from './change.ts';

const second = 1_000;
const minute = 60 * second;
/**
 * How long the marketplace's courier needs from the store to the customer's door (contract:
 * scenario `delivery_happy_path`).
 */
const rideFor = 18 * minute;
const handoverTakes = minute;
/** Nobody is sent earlier than this before the order is ready. */
const sentAhead = 15 * minute;

const names = ['Amadou', 'Lin', 'Mateusz', 'Aisha', 'João', 'Nadia', 'Sven', 'Chiara'];
const vehicles = ['bicycle', 'scooter', 'on_foot', 'car'];

/**
 * When the customer should have an order of the marketplace's couriers that is ready at a moment.
 */
export const handoverAfter = (ready: number): number => ready + handoverTakes + rideFor;

/**
 * Plays the marketplace's courier: sent once the order is accepted, at the store when it is ready,
 * then on the way.
 */
export function followCourier(market: MarketplaceState, record: OrderRecord): void {
  const { order, plot, timers } = record;
  if (deliveredBy(order) !== 'marketplace' || plot?.hasNoCourier || order.phase === 'closed')
    return;
  if (order.status === 'in_delivery') ride(market, record);
  else if (order.phase === 'active' && !timers.has('courier')) planApproach(market, record);
}

/** Plans the courier's next step towards the store anew, because the ready time is another one. */
export function replanCourier(market: MarketplaceState, record: OrderRecord): void {
  if (!record.timers.has('courier')) return;
  record.timers.clear('courier');
  followCourier(market, record);
}

/** Gives an order the courier that it has not got yet, when its story is cut short. */
const withCourier = (market: MarketplaceState, record: OrderRecord): Courier =>
  record.order.courier ?? someone(market, record);

function planApproach(market: MarketplaceState, record: OrderRecord): void {
  const { parts } = market;
  const { order, timers } = record;
  const now = parts.clock.now();
  const ready = Math.max(now, Date.parse(readyAt(order.timing) ?? order.updated_at));
  const plan = (at: number, courier: () => Courier): void =>
    timers.set('courier', at, () => {
      change(market, record, { courier: courier() });
      planApproach(market, record);
    });
  const current = order.courier;
  if (current === undefined) {
    const due = Math.max(now + parts.random.between(20, 60) * second, ready - sentAhead);
    plan(due, () => ({
      ...someone(market, record),
      eta_at: parts.clock.instant(Math.max(ready, parts.clock.now())),
    }));
  } else if (current.status === 'assigned') {
    const due = Math.max(now + 30 * second, now + Math.floor((ready - now) / 3));
    plan(due, () => ({
      ...current,
      status: 'en_route_to_pickup',
      eta_at: parts.clock.instant(Math.max(ready, parts.clock.now())),
    }));
  } else if (current.status === 'en_route_to_pickup') {
    plan(Math.max(now + 30 * second, ready), () => ({
      ...current,
      status: 'at_pickup',
      eta_at: parts.clock.instant(),
    }));
  } else if (order.status === 'ready') {
    timers.set('courier', now + handoverTakes, () => takeOver(market, record));
  }
}

/** The courier takes the order over. */
export function takeOver(market: MarketplaceState, record: OrderRecord): void {
  const eta = market.parts.clock.instant(market.parts.clock.now() + rideFor);
  const courier = { ...withCourier(market, record), status: 'picked_up', eta_at: eta };
  move(market, record, 'in_delivery', 'courier', {
    more: { courier, timing: { ...record.order.timing, estimated_handover_at: eta } },
  });
}

/** The courier hands the order to the customer. */
export function handOver(market: MarketplaceState, record: OrderRecord): void {
  move(market, record, 'completed', 'courier', {
    more: { courier: at(record.order, 'at_dropoff') },
  });
}

function ride(market: MarketplaceState, record: OrderRecord): void {
  const { timers, order } = record;
  const start = Date.parse(order.history.at(-1)?.at ?? order.updated_at);
  timers.set('courier', start + 30 * second, () => {
    change(market, record, { courier: at(record.order, 'en_route_to_dropoff') });
    timers.set('courier', start + rideFor - minute, () => {
      change(market, record, { courier: at(record.order, 'at_dropoff') });
      timers.set('courier', start + rideFor, () => handOver(market, record));
    });
  });
}

const at = ({ courier }: Order, status: string): Courier => ({
  name: 'Courier',
  ...courier,
  status,
});

function someone({ parts: { random } }: MarketplaceState, { plot }: OrderRecord): Courier {
  const vehicle = plot?.vehicle ?? random.pick(vehicles);
  return {
    name: random.pick(names),
    phone: `+3120555${random.between(1000, 9999)}`,
    phone_code: String(random.between(1000, 9999)),
    vehicle,
    status: 'assigned',
  };
}
