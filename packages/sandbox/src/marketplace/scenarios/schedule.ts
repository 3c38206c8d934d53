import type { MarketplaceContext } from '../domain/rules/context.ts';
import { storeOf } from '../state/marketplace-state.ts';
import type { Order, OrderRecord } from '../state/records.ts';
import { scenarioOf } from './definitions.ts';
import { hasBlocker, reviseStore } from './store-changes.ts';
import { createTask, taskId } from './tasks.ts';

const second = 1_000;
const minute = 60 * second;
/**
 * Times from the creation of an order to the redeliveries of its event, if the order is not
 * acknowledged (contract: webhook `order_created`).
 */
const redeliveryDelays = [60 * second, 120 * second];
/** Time from the cancellation until the marketplace decides whether the store is paid. */
const decisionTime = 15 * minute;

/** Schedules the tasks of a new or loaded order. */
export function scheduleOrder(context: MarketplaceContext, { order }: OrderRecord): void {
  const { scheduler, rules } = context;
  const { id, acceptance, acknowledgement, status } = order;
  const created = Date.parse(order.created_at);
  if (status === rules.transitions.initial) {
    const { accept_by: acceptBy, mode } = acceptance;
    if (acceptBy !== undefined)
      scheduler.schedule(createTask('marketplace.expire', id, Date.parse(acceptBy)));
    if (mode === 'auto') scheduler.schedule(createTask('marketplace.accept', id, created + second));
  }
  if (acknowledgement.state === 'pending') {
    const due = Date.parse(acknowledgement.acknowledge_by);
    scheduler.schedule(createTask('marketplace.acknowledgement_timeout', id, due));
    for (const delay of redeliveryDelays) {
      const task = createTask('marketplace.redeliver', id, created + delay);
      scheduler.schedule({ ...task, id: redeliveryId(id, delay) });
    }
  }
  scheduleCompletion(context, order);
}

/** Cancels tasks that a new status makes obsolete, and schedules the tasks that it requires. */
export function rescheduleOrder(
  context: MarketplaceContext,
  record: OrderRecord,
  before: Order,
): void {
  const { scheduler } = context;
  const { order } = record;
  scheduler.cancel(taskId('marketplace.expire', order.id));
  scheduler.cancel(taskId('marketplace.accept', order.id));
  if (order.acknowledgement.state === 'succeeded' && before.acknowledgement.state !== 'succeeded')
    recordAcknowledgement(context, record);
  if (order.phase === 'closed') {
    scheduler.cancelAll(order.id);
    stopEvent(context, record);
  } else scheduleCompletion(context, order);
}

/** Schedules or cancels the completion by the system (contract: `Order.auto_complete_at`). */
export function scheduleCompletion(
  { scheduler }: MarketplaceContext,
  { id, auto_complete_at: due }: Order,
): void {
  if (due === undefined) scheduler.cancel(taskId('marketplace.complete', id));
  else scheduler.schedule(createTask('marketplace.complete', id, Date.parse(due)));
}

/** Schedules the decision on whether the store is paid (contract: `MerchantPaid`). */
export function scheduleDecision({ scheduler }: MarketplaceContext, { order }: OrderRecord): void {
  const { id, cancellation } = order;
  if (cancellation?.merchant_paid !== 'undecided') return;
  const due = Date.parse(cancellation.at) + decisionTime;
  scheduler.schedule(createTask('marketplace.decide_payment', id, due));
}

/** Schedules the scenario event of an order after the first status that causes it. */
export function scheduleScenarioEvent(
  { scheduler, clock }: MarketplaceContext,
  { order, scenario }: OrderRecord,
): void {
  const { event } = scenarioOf(scenario);
  if (event === undefined || !event.statuses.includes(order.status)) return;
  const type = 'marketplace.scenario_event';
  if (scheduler.has(taskId(type, order.id))) return;
  scheduler.schedule(createTask(type, order.id, clock.now() + event.delay));
}

/**
 * Stops redeliveries, resets the number of missed acknowledgements and removes `pos_unreachable`,
 * because the store's system has responded.
 */
export function recordAcknowledgement(context: MarketplaceContext, record: OrderRecord): void {
  stopEvent(context, record);
  const store = storeOf(context.state, record);
  const reset = { ...store, missedAcknowledgements: 0 };
  if (hasBlocker(store, 'pos_unreachable'))
    reviseStore(context, reset, {
      imposed: store.imposed.filter(({ code }) => code !== 'pos_unreachable'),
    });
  else if (store.missedAcknowledgements > 0) context.state.stores.put(reset);
}

function stopEvent({ scheduler, dispatcher }: MarketplaceContext, record: OrderRecord): void {
  scheduler.cancel(taskId('marketplace.acknowledgement_timeout', record.id));
  for (const delay of redeliveryDelays) scheduler.cancel(redeliveryId(record.id, delay));
  if (record.eventId !== undefined) dispatcher.stop(record.eventId);
}

const redeliveryId = (orderId: string, delay: number): string =>
  `${taskId('marketplace.redeliver', orderId)} ${delay}`;
