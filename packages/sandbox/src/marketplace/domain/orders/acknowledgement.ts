import type { Acknowledgement } from '../../state/order-model.ts';

/**
 * The acknowledgement after the merchant has set a status, which implies that the store's system
 * has the order (contract:
 * `Acknowledgement.acknowledged_at`). One that succeeded before stays as it is.
 *
 * @param at when it happened
 * @param now when it was said, which decides whether it is late
 */
export function implied(
  acknowledgement: Acknowledgement,
  at: number,
  now: number,
): Acknowledgement {
  if (acknowledgement.state === 'succeeded') return acknowledgement;
  const { acknowledge_by } = acknowledgement;
  return {
    state: 'succeeded',
    acknowledge_by,
    acknowledged_at: new Date(at).toISOString(),
    late: isLate(acknowledgement, now),
  };
}

/** Whether what is said now comes after the marketplace has stopped waiting. */
export const isLate = ({ state, acknowledge_by }: Acknowledgement, now: number): boolean =>
  state === 'timed_out' || now > Date.parse(acknowledge_by);
