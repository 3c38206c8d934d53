import type { AllowedTransition, OrderPhase } from '@delivery-api/marketplace-types';
import type { StateMachine } from '@delivery-api/specs/contract';
import { Machine } from '../../../kernel/state-machine.ts';
import { deliveredBy, type Order } from '../../state/records.ts';

/**
 * Returns whether a request for this status may set a ready time (contract:
 * `SetOrderStatusRequest.ready_at`).
 */
export const takesReadyTime = (status: string): boolean =>
  status === 'accepted' || status === 'preparing';

/** Statuses that, for a delivery, the store can set only if its own courier delivers. */
const deliveryStatuses = ['in_delivery', 'completed', 'delivery_failed'];
/** Actors in order of preference, for transitions that several actors may cause. */
const actors = ['customer', 'courier', 'merchant', 'system', 'marketplace'];

/**
 * Determines which actor may set which status of an order, from the state machine in the contract
 * and the fulfillment and acceptance of the order.
 */
export class OrderTransitions extends Machine {
  readonly #machine: StateMachine;
  /** The statuses of a successful order, in sequence. */
  readonly #sequence: string[];

  constructor(machine: StateMachine) {
    super(machine);
    this.#machine = machine;
    const states = [...machine.states.keys()];
    this.#sequence = states.slice(0, states.indexOf(machine.guaranteed.at(-1) ?? '') + 1);
  }

  override phaseOf(status: string): OrderPhase {
    return super.phaseOf(status) as OrderPhase;
  }

  get initial(): string {
    return this.#machine.initial[0] ?? '';
  }

  /** Returns whether `by` may set a status now, with or without skipped statuses. */
  isAllowed(order: Order, to: string, by: string): boolean {
    if (!isActor(order, to, by)) return false;
    return (
      this.between(order.status, to)?.by.includes(by) === true ||
      (this.skipsForward && this.#skips(order.status, to, by))
    );
  }

  /** Returns the statuses that the merchant may set now (contract: `AllowedTransition`). */
  allowed(order: Order): AllowedTransition[] {
    const { accept_by: until } = order.acceptance;
    return [...this.#machine.states.keys()]
      .filter((status) => this.isAllowed(order, status, 'merchant'))
      .map((status) => ({
        status,
        needs: this.needs(order, status),
        takes_ready_time: takesReadyTime(status),
        ...(order.status === this.initial && until !== undefined && { until }),
      }));
  }

  /** Returns the members that are required in a merchant's request for a status. */
  needs(order: Order, status: string): string[] {
    const last = this.#machine.transitions.find(
      (transition) => transition.to === status && transition.by.includes('merchant'),
    );
    return [
      ...(last?.needs ?? []),
      ...(status === 'completed' && needsDeliveryCode(order) ? ['delivery_code'] : []),
    ];
  }

  /** Returns the next statuses up to `to`, in sequence; `undefined` if `to` is unreachable. */
  sequenceTo(order: Order, to: string): string[] | undefined {
    const sequence = this.#sequence.filter(
      (status) => status !== 'in_delivery' || order.fulfillment.type === 'delivery',
    );
    const ahead = sequence.slice(sequence.indexOf(order.status) + 1);
    if (ahead.includes(to)) return ahead.slice(0, ahead.indexOf(to) + 1);
    const from = [order.status, ...ahead].findIndex(
      (status) => this.actor({ ...order, status }, to) !== undefined,
    );
    return from === -1 || this.isTerminal(order.status) ? undefined : [...ahead.slice(0, from), to];
  }

  /** Returns the next status of a successful order; `undefined` in a final status. */
  next(order: Order): string | undefined {
    const end = this.#sequence.at(-1) as string;
    return this.isTerminal(order.status) ? undefined : this.sequenceTo(order, end)?.[0];
  }

  /** Returns the actor of a single transition; `undefined` if no actor can cause it. */
  actor(order: Order, to: string): string | undefined {
    const { by = [] } = this.between(order.status, to) ?? {};
    const candidates = actors.filter((actor) => by.includes(actor) && isActor(order, to, actor));
    return to === 'accepted' && order.acceptance.mode === 'auto' ? 'system' : candidates[0];
  }

  /** Returns whether the statuses between `from` and `to` may be skipped. */
  #skips(from: string, to: string, by: string): boolean {
    const position = (status: string): number => this.#sequence.indexOf(status);
    if (position(from) === -1 || position(to) <= position(from)) return false;
    const reached = [from];
    for (const status of reached) {
      for (const { to: next } of this.from(status, by)) {
        if (next === to) return true;
        const isSkipped =
          position(next) > position(status) &&
          position(next) < position(to) &&
          !this.#machine.guaranteed.includes(next);
        if (isSkipped && !reached.includes(next)) reached.push(next);
      }
    }
    return false;
  }
}

/** Returns whether the merchant needs the customer's code to complete the delivery. */
export const needsDeliveryCode = ({ fulfillment }: Order): boolean =>
  fulfillment.type === 'delivery' &&
  fulfillment.delivered_by === 'merchant' &&
  fulfillment.delivery_code_required;

/** Returns whether the fulfillment and acceptance of an order allow `by` to set a status. */
function isActor(order: Order, to: string, by: string): boolean {
  const courierOf = deliveredBy(order);
  if (!deliveryStatuses.includes(to))
    return by !== 'system' || to !== 'accepted' || order.acceptance.mode === 'auto';
  if (by === 'system') return to === 'completed';
  if (courierOf === undefined) return to === 'completed' && by === 'merchant';
  if (courierOf === 'merchant') return by === 'merchant';
  return by === 'courier' || by === 'marketplace';
}
