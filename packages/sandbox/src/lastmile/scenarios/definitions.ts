import type { WebhookFault } from '../../kernel/delivery.ts';

const toPickup = ['assign', 'ride', 'reach_pickup'] as const;
const toDropoff = [...toPickup, 'pick_up', 'leave', 'reach_dropoff'] as const;
const success = [...toDropoff, 'deliver'] as const;

/**
 * The steps of each `createBooking` scenario (contract: `x-scenarios`), without the `search` step
 * of scheduled bookings. At `hold`, the scenario waits for a request.
 */
export const scenarios: Readonly<Record<string, readonly string[]>> = {
  delivered: success,
  delivered_left_at_door: [...toDropoff, 'leave_at_door'],
  courier_reassigned: ['assign', 'ride', 'give_back', ...success],
  no_courier: ['expire'],
  rejected: ['reject'],
  // Rejected before a booking is created.
  not_serviceable: [],
  pickup_closed: [...toPickup, 'find_closed'],
  cancelled_by_provider: ['assign', 'ride', 'provider_cancel'],
  cancellation_needs_confirmation: ['assign', 'ride', 'hold', 'confirm_cancel'],
  cancellation_declined: ['assign', 'ride', 'hold', 'decline_cancel'],
  recipient_no_show_returned: [...toDropoff, 'miss_recipient', 'bring_back'],
  return_failed: [...toDropoff, 'miss_recipient', 'lose'],
  age_check_failed: [...toDropoff, 'fail_age_check', 'bring_back'],
  late_eta_drift: [
    ...toPickup,
    'pick_up',
    'leave',
    'drift',
    'drift',
    'drift',
    'reach_dropoff',
    'deliver',
  ],
  price_changed: [...toPickup, 'charge_waiting', 'pick_up', 'leave', 'reach_dropoff', 'deliver'],
  webhook_duplicate: success,
  webhook_out_of_order: success,
  webhook_missing: success,
  answer_lost: success,
  unavailable_then_success: success,
  rate_limited: success,
};

/** The scenario of bookings without `test_scenario`. */
export const defaultScenario = 'delivered';

/** The decision of the courier network, in scenarios in which it must confirm a cancellation. */
export const networkDecision: Readonly<Record<string, 'confirm_cancel' | 'decline_cancel'>> = {
  cancellation_needs_confirmation: 'confirm_cancel',
  cancellation_declined: 'decline_cancel',
};

/** The step that leads to each status when no scenario determines the steps. */
export const stepTo: Readonly<Record<string, string>> = {
  searching: 'search',
  courier_assigned: 'assign',
  enroute_to_pickup: 'ride',
  arrived_at_pickup: 'reach_pickup',
  picked_up: 'pick_up',
  enroute_to_dropoff: 'leave',
  arrived_at_dropoff: 'reach_dropoff',
  delivered: 'deliver',
  returning: 'miss_recipient',
  returned: 'bring_back',
  failed: 'lose',
  cancelled: 'provider_cancel',
  rejected: 'reject',
  expired: 'expire',
};

/** The status after a step, for steps that change the status. */
export const statusAfter: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(stepTo).map(([status, step]) => [step, status])),
  leave_at_door: 'delivered',
  give_back: 'searching',
  find_closed: 'cancelled',
  confirm_cancel: 'cancelled',
  fail_age_check: 'returning',
};

/**
 * Minimum and maximum duration of a step without a shorter duration in `shortSteps`, in seconds.
 */
export const stepSeconds = [20, 40] as const;

/** Shorter durations by scenario, so that the event of `status` overtakes a delayed event. */
export const shortSteps: Readonly<
  Record<string, { status: string; seconds: readonly [number, number] }>
> = { webhook_out_of_order: { status: 'enroute_to_dropoff', seconds: [3, 5] } };

/** Returns the faults to inject into the delivery of an event; `never` if the event is not sent. */
export function eventFaults(
  scenario: string,
  status: string,
  hasNewStatus: boolean,
): WebhookFault[] | 'never' {
  const isPickup = hasNewStatus && status === 'picked_up';
  if (scenario === 'webhook_duplicate') return ['duplicate'];
  if (scenario === 'webhook_out_of_order' && isPickup) return ['delayed'];
  return scenario === 'webhook_missing' && isPickup ? 'never' : [];
}
