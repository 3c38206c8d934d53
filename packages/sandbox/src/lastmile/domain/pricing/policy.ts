import type { JsonObject } from '@delivery-api/specs/contract';
import type { Machine } from '../../../kernel/state-machine.ts';
import type { Booking, Money } from '../../state/model.ts';

/**
 * How long cancelling stays free once a courier has it, in milliseconds. Shorter than any step of a
 * story, because a promise of `free_until` has
 * to hold also where the courier sets out after 20 seconds.
 */
const grace = 15_000;

/**
 * What the machine and the main line say about cancelling a booking (contract:
 * `BookingCancellationPolicy`, `booking_not_cancellable`).
 */
export class Cancelling {
  readonly #machine: Machine;
  readonly #order: readonly string[];

  /** @param order the statuses of the main line, first to last */
  constructor(machine: Machine, order: readonly string[]) {
    this.#machine = machine;
    this.#order = order;
  }

  /** Why a booking cannot be cancelled, on any terms; `undefined` where it can. */
  obstacle({ status, cancellation, policy }: Booking): string | undefined {
    const phase = this.#machine.phaseOf(status);
    if (phase === 'closed') return 'closed';
    if (phase === 'return') return 'returning';
    if (cancellation?.state === 'declined') return 'declined';
    if (phase === 'transit' && policy.after_pickup === 'not_allowed') return 'return_not_allowed';
    return undefined;
  }

  isCarried({ status }: Booking): boolean {
    return this.#machine.phaseOf(status) === 'transit';
  }

  /** What cancelling costs at a moment. */
  fee(booking: Booking, now: number): Money {
    const { cancellation, price } = booking;
    if (cancellation?.state === 'requested') return cancellation.fee;
    const free = this.#freeUntil(booking);
    if (free !== undefined && now < free) return { amount: 0, currency: price.total.currency };
    return this.feeFrom(booking, booking.status);
  }

  /** The fee that holds from a status on, whatever the clock says. */
  feeFrom({ policy, price }: Booking, status: string): Money {
    const reached = this.#order.indexOf(status);
    const fee = policy.fees.findLast(
      ({ from_status }) => this.#order.indexOf(from_status) <= reached,
    );
    return fee === undefined
      ? { amount: 0, currency: price.total.currency }
      : { amount: fee.amount, currency: fee.currency };
  }

  view(booking: Booking, now: number): JsonObject {
    const obstacle = this.obstacle(booking);
    const free = this.#freeUntil(booking);
    return {
      cancellable: obstacle === undefined,
      ...(obstacle === undefined
        ? { fee: this.fee(booking, now) }
        : { not_cancellable_reason: obstacle }),
      ...(obstacle === undefined &&
        free !== undefined &&
        now < free && { free_until: new Date(free).toISOString() }),
      ...booking.policy,
    };
  }

  #freeUntil({ status, courier }: Booking): number | undefined {
    return courier !== undefined && this.#machine.phaseOf(status) === 'pickup'
      ? courier.assignedAt + grace
      : undefined;
  }
}
