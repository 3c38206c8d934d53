import type { WebhookFault } from '../../webhooks/dispatcher.ts';

const toPickup = ['assign', 'ride', 'reach_pickup'] as const;
const toDoor = [...toPickup, 'pick_up', 'leave', 'reach_dropoff'] as const;
const allWell = [...toDoor, 'deliver'] as const;

/**
 * What happens to a booking, beat by beat, for each scenario that createBooking takes (contract:
 * `x-scenarios`). The search for a courier has
 * begun; `hold` waits for a request.
 */
export const stories: Readonly<Record<string, readonly string[]>> = {
  delivered: allWell,
  delivered_left_at_door: [...toDoor, 'leave_at_door'],
  courier_reassigned: ['assign', 'ride', 'give_back', ...allWell],
  no_courier: ['expire'],
  rejected: ['reject'],
  // Refused before there is a booking.
  not_serviceable: [],
  pickup_closed: [...toPickup, 'find_closed'],
  cancelled_by_provider: ['assign', 'ride', 'provider_cancel'],
  cancellation_needs_confirmation: ['assign', 'ride', 'hold', 'confirm_cancel'],
  cancellation_declined: ['assign', 'ride', 'hold', 'decline_cancel'],
  recipient_no_show_returned: [...toDoor, 'miss_recipient', 'bring_back'],
  return_failed: [...toDoor, 'miss_recipient', 'lose'],
  age_check_failed: [...toDoor, 'fail_age_check', 'bring_back'],
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
  webhook_duplicate: allWell,
  webhook_out_of_order: allWell,
  webhook_missing: allWell,
  answer_lost: allWell,
  unavailable_then_success: allWell,
  rate_limited: allWell,
};

/** The story of a test booking that names none. */
export const usualStory = 'delivered';

/** Whether the courier network has to be asked before a cancellation, and what it will say. */
export const networkAnswer: Readonly<Record<string, 'confirm_cancel' | 'decline_cancel'>> = {
  cancellation_needs_confirmation: 'confirm_cancel',
  cancellation_declined: 'decline_cancel',
};

/** The beat that leads to a status of the machine, when a booking is moved by hand. */
export const beatTo: Readonly<Record<string, string>> = {
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

/** The status that a beat leads to, where it leads to one. */
export const leadsTo: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(beatTo).map(([status, beat]) => [beat, status])),
  leave_at_door: 'delivered',
  give_back: 'searching',
  find_closed: 'cancelled',
  confirm_cancel: 'cancelled',
  fail_age_check: 'returning',
};

/** How long a step takes in seconds, from least to most. */
export const stepSeconds = [20, 40] as const;

/** Steps that are over sooner, so that a delayed event is overtaken by the next one. */
export const quickSteps: Readonly<
  Record<string, { status: string; seconds: readonly [number, number] }>
> = { webhook_out_of_order: { status: 'enroute_to_dropoff', seconds: [3, 5] } };

/** What becomes of an event on its way: faults, or `never` where it is not sent at all. */
export function eventFate(
  scenario: string,
  status: string,
  announcesStatus: boolean,
): WebhookFault[] | 'never' {
  const isPickup = announcesStatus && status === 'picked_up';
  if (scenario === 'webhook_duplicate') return ['duplicate'];
  if (scenario === 'webhook_out_of_order' && isPickup) return ['delayed'];
  return scenario === 'webhook_missing' && isPickup ? 'never' : [];
}
