import type { ScheduledTask } from '../../kernel/scheduler.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { createBlocker } from '../domain/stores/blockers.ts';
import { storeOf } from '../state/marketplace-state.ts';
import type { OrderRecord, StoreRecord } from '../state/records.ts';
import {
  approachingCourier,
  courierWithStatus,
  scheduleApproach,
  scheduleRide,
} from './courier.ts';
import { scenarioOf } from './definitions.ts';
import { finishPublishing } from './publish-menu.ts';
import {
  changeOrder,
  consecutiveFailureLimit,
  expireOrder,
  handOver,
  pickUp,
  setStatus,
} from './steps.ts';
import { endRequestedStatus, hasBlocker, imposeBlocker } from './store-changes.ts';
import type { TaskType } from './tasks.ts';

type Handler<Subject> = (
  context: MarketplaceContext,
  subject: Subject,
  task: ScheduledTask,
) => void;

/** Reasons for a failed delivery after which the store is paid. */
const paidReasons = ['customer_unreachable', 'wrong_address', 'refused'];

const orderHandlers: { [Type in TaskType]?: Handler<OrderRecord> } = {
  'marketplace.accept': (context, record) => void setStatus(context, record, 'accepted', 'system'),
  'marketplace.acknowledgement_timeout': timeOutAcknowledgement,
  'marketplace.complete': (context, record) =>
    void setStatus(context, record, 'completed', 'system'),
  'marketplace.courier': advanceCourier,
  'marketplace.decide_payment': decidePayment,
  'marketplace.expire': (context, record) => void expireOrder(context, record),
  'marketplace.redeliver': redeliver,
  'marketplace.scenario_event': runScenarioEvent,
};

const storeHandlers: { [Type in TaskType]?: Handler<StoreRecord> } = {
  'marketplace.publish_menu': (context, store, { data }) =>
    finishPublishing(context, store, (data as { fails: boolean }).fails),
  'marketplace.request_end': endRequestedStatus,
};

/** Sets the handlers for all task types of the interface. */
export function registerTaskHandlers(context: MarketplaceContext): void {
  const { scheduler, state } = context;
  for (const [type, handler] of Object.entries(orderHandlers))
    scheduler.handle(type, (task) => {
      const record = state.orders.get(task.subject);
      if (record !== undefined) handler(context, record, task);
    });
  for (const [type, handler] of Object.entries(storeHandlers))
    scheduler.handle(type, (task) => {
      const store = state.stores.get(task.subject);
      if (store !== undefined) handler(context, store, task);
    });
}

function timeOutAcknowledgement(context: MarketplaceContext, record: OrderRecord): void {
  const { state, rules } = context;
  const acknowledgement = { ...record.order.acknowledgement, state: 'timed_out' as const };
  changeOrder(context, record, { acknowledgement });
  const before = storeOf(state, record);
  const missedAcknowledgements = before.missedAcknowledgements + 1;
  const store = state.stores.update(before, { missedAcknowledgements });
  if (missedAcknowledgements < consecutiveFailureLimit || hasBlocker(store, 'pos_unreachable'))
    return;
  const message = 'Three consecutive orders were not acknowledged in time.';
  imposeBlocker(context, store, createBlocker(rules, 'pos_unreachable', message));
}

/**
 * Sends an event again to each receiver that responded with 2xx. For other receivers, only the
 * delivery schedule applies.
 */
function redeliver({ dispatcher }: MarketplaceContext, { eventId }: OrderRecord): void {
  if (eventId !== undefined) dispatcher.redeliver(eventId, { onlyReceived: true });
}

function advanceCourier(
  context: MarketplaceContext,
  record: OrderRecord,
  { data }: ScheduledTask,
): void {
  const { step } = data as { step: string };
  if (step === 'picked_up') pickUp(context, record);
  else if (step === 'completed') handOver(context, record);
  else if (step === 'enroute_to_dropoff' || step === 'arrived_at_dropoff') {
    const courier = courierWithStatus(record.order, step);
    const { order } = changeOrder(context, record, { courier });
    scheduleRide(
      context,
      order,
      step === 'arrived_at_dropoff' ? 'completed' : 'arrived_at_dropoff',
    );
  } else {
    const courier = approachingCourier(context, record, step);
    scheduleApproach(context, changeOrder(context, record, { courier }).order);
  }
}

function decidePayment(context: MarketplaceContext, record: OrderRecord): void {
  const { cancellation } = record.order;
  if (cancellation === undefined) return;
  const merchant_paid = paidReasons.includes(cancellation.reason_code) ? 'full' : 'none';
  changeOrder(context, record, { cancellation: { ...cancellation, merchant_paid } });
}

function runScenarioEvent(context: MarketplaceContext, record: OrderRecord): void {
  const { rules, dispatcher } = context;
  const action = scenarioOf(record.scenario).event?.action;
  if (action === 'redeliver') {
    if (record.eventId !== undefined) dispatcher.redeliver(record.eventId);
  } else if (
    action !== undefined &&
    rules.transitions.isAllowed(record.order, 'cancelled', action.by)
  ) {
    const { by, reason, merchantPaid } = action;
    setStatus(context, record, 'cancelled', by, { reason: { reason_code: reason }, merchantPaid });
  }
}
