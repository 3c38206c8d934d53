import type { OrderCourier } from '@delivery-api/marketplace-types';
import { handoverTime, rideTime } from '../domain/orders/ready-time.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { deliveredBy, type Order, type OrderRecord, readyAt } from '../state/records.ts';
import { scenarioOf } from './definitions.ts';
import { createTask, taskId } from './tasks.ts';

const second = 1_000;
const minute = 60 * second;
/** Maximum time between the assignment of a courier and the ready time. */
const maxLead = 15 * minute;

const names = ['Amadou', 'Lin', 'Mateusz', 'Aisha', 'João', 'Nadia', 'Sven', 'Chiara'];
const vehicles = ['bicycle', 'scooter', 'on_foot', 'car'];

/** Schedules the next courier step, unless a step on the way to the store is already scheduled. */
export function scheduleCourier(context: MarketplaceContext, record: OrderRecord): void {
  const { order, scenario } = record;
  if (deliveredBy(order) !== 'marketplace' || scenarioOf(scenario).hasNoCourier) return;
  if (order.status === 'in_delivery') scheduleRide(context, order, 'enroute_to_dropoff');
  else if (
    order.phase === 'active' &&
    !context.scheduler.has(taskId('marketplace.courier', order.id))
  )
    scheduleApproach(context, order);
}

/** Reschedules the next courier step after a change to the ready time. */
export function rescheduleCourier(context: MarketplaceContext, record: OrderRecord): void {
  const id = taskId('marketplace.courier', record.id);
  if (!context.scheduler.has(id)) return;
  context.scheduler.cancel(id);
  scheduleCourier(context, record);
}

/** Schedules the next step of a courier who has not picked up the order. */
export function scheduleApproach(context: MarketplaceContext, order: Order): void {
  const { clock, random } = context;
  const now = clock.now();
  const ready = Math.max(now, Date.parse(readyAt(order) ?? order.updated_at));
  switch (order.courier?.status) {
    case undefined: {
      const due = Math.max(now + random.between(20, 60) * second, ready - maxLead);
      schedule(context, order, due, 'assigned');
      break;
    }
    case 'assigned': {
      const due = now + Math.max(30 * second, Math.floor((ready - now) / 3));
      schedule(context, order, due, 'enroute_to_pickup');
      break;
    }
    case 'enroute_to_pickup':
      schedule(context, order, Math.max(now + 30 * second, ready), 'arrived_at_pickup');
      break;
    default:
      if (order.status === 'ready') schedule(context, order, now + handoverTime, 'picked_up');
  }
}

/** Schedules a courier step after the pickup, up to the handover (`completed`). */
export function scheduleRide(
  context: MarketplaceContext,
  order: Order,
  step: 'enroute_to_dropoff' | 'arrived_at_dropoff' | 'completed',
): void {
  const start = Date.parse(order.history.at(-1)?.at ?? order.updated_at);
  const delays = {
    enroute_to_dropoff: 30 * second,
    arrived_at_dropoff: rideTime - minute,
    completed: rideTime,
  };
  schedule(context, order, start + delays[step], step);
}

const schedule = (
  { scheduler }: MarketplaceContext,
  { id }: Order,
  due: number,
  step: string,
): void => scheduler.schedule(createTask('marketplace.courier', id, due, { step }));

/** Returns the courier at the next step on the way to the store. */
export function approachingCourier(
  context: MarketplaceContext,
  record: OrderRecord,
  status: string,
): OrderCourier {
  const { clock } = context;
  const ready = Date.parse(readyAt(record.order) ?? '') || 0;
  const eta = status === 'arrived_at_pickup' ? clock.now() : Math.max(ready, clock.now());
  const courier = courierOf(context, record);
  return { ...courier, status, pickup_eta_at: clock.instant(eta) };
}

/** Returns the courier of an order, or a new courier if none is assigned. */
export function courierOf(
  { random }: MarketplaceContext,
  { order, scenario }: OrderRecord,
): OrderCourier {
  if (order.courier !== undefined) return order.courier;
  const vehicle = scenarioOf(scenario).vehicle ?? random.pick(vehicles);
  return {
    name: random.pick(names),
    phone: `+3120555${random.between(1000, 9999)}`,
    phone_access_code: String(random.between(1000, 9999)),
    vehicle_type: vehicle,
    status: 'assigned',
  };
}

/** Returns the courier with a new status. */
export const courierWithStatus = ({ courier }: Order, status: string): OrderCourier => ({
  name: 'Courier',
  ...courier,
  status,
});
