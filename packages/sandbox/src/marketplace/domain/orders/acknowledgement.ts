import type { Acknowledgement } from '@delivery-api/marketplace-types';

/**
 * Returns the acknowledgement after the merchant has set a status, which implies that the store's
 * system has the order (contract: `Acknowledgement.acknowledged_at`).
 *
 * @param at when the status was reached
 * @param now when the request arrived, which determines whether the acknowledgement is late
 */
export function impliedAcknowledgement(
  acknowledgement: Acknowledgement,
  at: number,
  now: number,
): Acknowledgement {
  if (acknowledgement.state === 'succeeded') return acknowledgement;
  return {
    state: 'succeeded',
    acknowledge_by: acknowledgement.acknowledge_by,
    acknowledged_at: new Date(at).toISOString(),
    late: isLate(acknowledgement, now),
  };
}

/** Returns whether an acknowledgement at `now` is late. */
export const isLate = ({ state, acknowledge_by }: Acknowledgement, now: number): boolean =>
  state === 'timed_out' || now > Date.parse(acknowledge_by);
