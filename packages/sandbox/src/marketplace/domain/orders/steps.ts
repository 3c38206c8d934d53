import type { StateMachine } from '@delivery-api/specs/contract';
import { Machine } from '../../../kernel/state-machine.ts';
import {
  type AllowedTransition,
  deliveredBy,
  type Order,
  typeOf,
} from '../../state/order-model.ts';

/**
 * The statuses whose request may carry a ready time (contract: `SetOrderStatusRequest.ready_at`).
 */
export const takesReadyTime = (status: string): boolean =>
  status === 'accepted' || status === 'preparing';

/**
 * Steps that somebody takes outside of the store, and that are the store's only where it delivers
 * itself.
 */
const onTheRoad = ['in_delivery', 'completed', 'delivery_failed'];
/** Who is preferred where several may take a step. */
const actors = ['customer', 'courier', 'merchant', 'system', 'marketplace'];

/**
 * Who may set which status of which order: the contract's state machine, and what the way of
 * getting the order adds to it.
 */
export class OrderSteps extends Machine {
  readonly #machine: StateMachine;
  /**
   * The statuses of an order that goes well, in their order: up to the end that the machine
   * guarantees.
   */
  readonly #line: string[];

  constructor(machine: StateMachine) {
    super(machine);
    this.#machine = machine;
    const states = [...machine.states.keys()];
    this.#line = states.slice(0, states.indexOf(machine.guaranteed.at(-1) ?? '') + 1);
  }

  get initial(): string {
    return this.#machine.initial[0] ?? '';
  }

  /** Whether `by` may take the order to a status now, be it over skipped steps. */
  may(order: Order, to: string, by: string): boolean {
    if (!fits(order, to, by)) return false;
    return (
      this.between(order.status, to)?.by.includes(by) === true ||
      (this.skipsForward && this.#skips(order.status, to, by))
    );
  }

  /** What the merchant may set now, with what each needs (contract: `AllowedTransition`). */
  allowed(order: Order): AllowedTransition[] {
    const { accept_by: until } = order.acceptance;
    return [...this.#machine.states.keys()]
      .filter((status) => this.may(order, status, 'merchant'))
      .map((status) => ({
        status,
        needs: this.needs(order, status),
        takes_ready_time: takesReadyTime(status),
        ...(order.status === this.initial && until !== undefined && { until }),
      }));
  }

  /** What a merchant's request for a status has to carry. */
  needs(order: Order, status: string): string[] {
    const last = this.#machine.transitions.find(
      (one) => one.to === status && one.by.includes('merchant'),
    );
    return [
      ...(last?.needs ?? []),
      ...(status === 'completed' && needsCode(order) ? ['delivery_code'] : []),
    ];
  }

  /**
   * The statuses that lead an order to another one, step by step; `undefined` where there is no
   * way.
   */
  course(order: Order, to: string): string[] | undefined {
    const line = this.#line.filter(
      (status) => status !== 'in_delivery' || typeOf(order) === 'delivery',
    );
    const ahead = line.slice(line.indexOf(order.status) + 1);
    if (ahead.includes(to)) return ahead.slice(0, ahead.indexOf(to) + 1);
    const from = [order.status, ...ahead].findIndex(
      (status) => this.actor({ ...order, status }, to) !== undefined,
    );
    return from === -1 || this.isTerminal(order.status) ? undefined : [...ahead.slice(0, from), to];
  }

  /** The status that comes next when all goes well. */
  next(order: Order): string | undefined {
    const end = this.#line.at(-1) as string;
    return this.isTerminal(order.status) ? undefined : this.course(order, end)?.[0];
  }

  /** Who takes one step of the machine, where somebody can. */
  actor(order: Order, to: string): string | undefined {
    const { by = [] } = this.between(order.status, to) ?? {};
    const candidates = actors.filter((one) => by.includes(one) && fits(order, to, one));
    return to === 'accepted' && order.acceptance.mode === 'auto' ? 'system' : candidates[0];
  }

  /** Whether the line leads there over steps that may be left out. */
  #skips(from: string, to: string, by: string): boolean {
    const place = (status: string): number => this.#line.indexOf(status);
    if (place(from) === -1 || place(to) <= place(from)) return false;
    const reached = [from];
    for (const status of reached) {
      for (const { to: next } of this.from(status, by)) {
        if (next === to) return true;
        const isSkipped =
          place(next) > place(status) &&
          place(next) < place(to) &&
          !this.#machine.guaranteed.includes(next);
        if (isSkipped && !reached.includes(next)) reached.push(next);
      }
    }
    return false;
  }
}

/** Whether the customer has a code without which the delivery is not complete. */
export const needsCode = ({ fulfillment }: Order): boolean =>
  fulfillment.type === 'delivery' &&
  fulfillment.delivered_by === 'merchant' &&
  fulfillment.delivery_code_required;

/** Whether a status is one of this kind of order, and setting it the part of `by`. */
function fits(order: Order, to: string, by: string): boolean {
  const courierOf = deliveredBy(order);
  if (!onTheRoad.includes(to))
    return by !== 'system' || to !== 'accepted' || order.acceptance.mode === 'auto';
  if (courierOf === undefined) return to === 'completed' && (by === 'merchant' || by === 'system');
  if (courierOf === 'merchant') return by === 'merchant';
  return by === 'courier' || by === 'marketplace';
}
