import type { JsonObject, WebhookDelivery } from '@delivery-api/specs/contract';
import type { SandboxClock, WallClock } from '../kernel/clock.ts';
import { attempt } from './attempt.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { Attempt, Delivery, DeliveryState, Target, WebhookFault } from './delivery.ts';
import type { Receipt } from './post.ts';
import { retryAfter } from './retry-after.ts';

export {
  type Attempt,
  type Delivery,
  type DeliveryState,
  type Target,
  type WebhookFault,
  webhookFaults,
} from './delivery.ts';

export interface DispatcherParts {
  clock: SandboxClock;
  wall: WallClock;
  plan: WebhookDelivery;
  newId: (prefix: string) => string;
  /** What is to go wrong with the next event of this type, beyond what its story asks for. */
  faultsFor?: (type: string) => WebhookFault[];
  /** Is told whenever a delivery has changed. */
  onChange?: (delivery: Delivery) => void;
}

interface Running {
  delivery: Delivery;
  /** How many attempts of the schedule have been planned. */
  planned: number;
  /** How many attempts have begun. */
  begun: number;
  until: number | undefined;
  faults: WebhookFault[];
  onAttempt: ((attempt: Attempt) => void) | undefined;
  callOff?: () => void;
  /** Lets go the event that this one overtakes. */
  release?: (() => void) | undefined;
}

/** How the sender of an event has it sent. */
export interface Sending {
  /**
   * The moment after which no attempt is worth making; the contract's schedule decides where there
   * is none.
   */
  until?: number;
  /** What is to go wrong with it. */
  faults?: WebhookFault[];
  /** Is told what became of each attempt. */
  onAttempt?: (attempt: Attempt) => void;
}

const remembered = 10_000;
const atATime = 100;
const delay = 10_000;
const heldFor = 5_000;
const redelivered = { isExtra: true } as const;

/**
 * Sends the events of one interface as its contract plans it (`x-webhook-delivery`): at least once,
 * each for itself, and never in the way of anything else.
 * Waits are sandbox time; `webhook-timestamp` and time-outs are real.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #lanes: ConcurrencyLimiter;
  readonly #closing = new AbortController();
  readonly #running = new Map<string, Running>();
  /** The events that are no longer waiting, in the order in which they ended. */
  readonly #ended = new Set<string>();
  readonly #attemptListeners: ((delivery: Delivery, attempt: Attempt) => void)[] = [];
  #target: Target | undefined;
  /** An event that waits to be overtaken by the next one. */
  #held: (() => void) | undefined;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#lanes = new ConcurrencyLimiter(atATime, parts.wall);
  }

  get target(): Target | undefined {
    return this.#target;
  }

  /** Registers where events go from now on; `undefined` for nowhere. */
  register(target: Target | undefined): void {
    this.#target = target;
  }

  /**
   * The deliveries that are remembered, oldest first: all that wait, and the last 10,000 of the
   * others.
   */
  get deliveries(): Delivery[] {
    return [...this.#running.values()].map(({ delivery }) => delivery);
  }

  /** Returns the current state of a delivery. */
  delivery(eventId: string): Delivery | undefined {
    return this.#running.get(eventId)?.delivery;
  }

  /** Calls `listener` after each attempt, with the delivery and the attempt. */
  onAttempt(listener: (delivery: Delivery, attempt: Attempt) => void): void {
    this.#attemptListeners.push(listener);
  }

  /**
   * Sends an event.
   *
   * @param subject the id of the booking or order
   */
  send(
    event: JsonObject,
    subject: string,
    { until, faults = [], onAttempt }: Sending = {},
  ): Delivery {
    const delivery: Delivery = {
      id: this.#parts.newId('dlv'),
      eventId: String(event.id),
      type: String(event.type),
      subject,
      occurredAt: String(event.occurred_at),
      body: JSON.stringify(event),
      state: 'waiting',
      attempts: [],
      nextAttemptAt: undefined,
    };
    const asked = this.#parts.faultsFor?.(delivery.type) ?? [];
    const running: Running = {
      delivery,
      planned: 0,
      begun: 0,
      until,
      faults: [...faults, ...asked],
      onAttempt,
    };
    this.#running.set(delivery.eventId, running);
    if (this.#target === undefined) this.#end(running, 'untargeted');
    else {
      this.#parts.onChange?.(delivery);
      this.#begin(running);
    }
    return delivery;
  }

  /**
   * Sends the same event once more, whatever became of it, beside its schedule. `undefined` where
   * no delivery has this id or event id.
   */
  redeliver(deliveryId: string): Delivery | undefined {
    const running =
      this.#running.get(deliveryId) ??
      [...this.#running.values()].find(({ delivery }) => delivery.id === deliveryId);
    if (running !== undefined && this.#target !== undefined) this.#attempt(running, redelivered);
    return running?.delivery;
  }

  /** Makes no further attempt for an event: what it was to tell is known. */
  stop(eventId: string): void {
    const running = this.#running.get(eventId);
    if (running?.delivery.state === 'waiting') this.#end(running, 'stopped');
  }

  /**
   * Sends nothing any more.
   *
   * @param cutsOff also ends what is on its way, so that no socket keeps the process
   */
  close(cutsOff: boolean): void {
    this.#target = undefined;
    this.#lanes.clear();
    if (cutsOff) this.#closing.abort();
  }

  /**
   * Resolves once no attempt is on its way (`true`), or after `milliseconds` of real time
   * (`false`).
   */
  settle(milliseconds = 1_000): Promise<boolean> {
    return this.#lanes.settle(milliseconds);
  }

  #begin(running: Running): void {
    const fault = running.faults.find((one) => one === 'out_of_order' || one === 'delayed');
    if (fault === 'out_of_order' && this.#held === undefined) {
      const release = (): void => {
        if (this.#held === release) this.#held = undefined;
        callOff();
        if (running.planned === 0) this.#planNext(running);
      };
      const callOff = this.#parts.clock.after(heldFor, release);
      this.#held = release;
      return;
    }
    running.release = this.#held;
    this.#held = undefined;
    if (fault === 'delayed') this.#parts.clock.after(delay, () => this.#planNext(running));
    else this.#planNext(running);
  }

  /** @param wait the seconds that the receiver asked for, instead of those of the plan */
  #planNext(running: Running, wait?: number): void {
    if (running.delivery.state !== 'waiting') return;
    const { delays_seconds: delays, until } = this.#parts.plan;
    const beyond = running.planned >= delays.length;
    const isLast = beyond && (until === 'exhausted' || running.until === undefined);
    const seconds = wait ?? delays[Math.min(running.planned, delays.length - 1)] ?? 0;
    const due = this.#parts.clock.now() + seconds * 1000;
    if (isLast || (running.until !== undefined && running.planned > 0 && due > running.until)) {
      this.#end(running, 'given_up');
      return;
    }
    running.planned += 1;
    if (seconds === 0) {
      this.#attempt(running);
      return;
    }
    running.delivery.nextAttemptAt = this.#parts.clock.instant(due);
    running.callOff = this.#parts.clock.at(due, () => this.#attempt(running));
    this.#parts.onChange?.(running.delivery);
  }

  #attempt(
    running: Running,
    { isExtra = false, fault }: { isExtra?: boolean; fault?: WebhookFault } = {},
  ): void {
    const { delivery } = running;
    if (!isExtra) delivery.nextAttemptAt = undefined;
    this.#lanes.run(async () => {
      const target = this.#target;
      if (!isExtra && delivery.state !== 'waiting') return;
      if (target === undefined) {
        if (delivery.state === 'waiting') this.#end(running, 'untargeted');
        return;
      }
      running.begun += 1;
      const number = running.begun;
      const made = await attempt(target, delivery, {
        number,
        at: this.#parts.clock.instant(),
        timestamp: Math.floor(this.#parts.wall.now() / 1000),
        faults: running.faults,
        fault,
        timeoutSeconds: this.#parts.plan.timeout_seconds,
        signal: this.#closing.signal,
      });
      delivery.attempts.push(made);
      this.#judge(running, target, made, isExtra);
      running.onAttempt?.(made);
      for (const listener of this.#attemptListeners) listener(delivery, made);
      running.release?.();
      if (number === 1 && delivery.state === 'received' && running.faults.includes('duplicate')) {
        this.#attempt(running, { isExtra: true, fault: 'duplicate' });
      }
    });
  }

  #judge(running: Running, target: Target, { status, headers }: Receipt, isExtra: boolean): void {
    const { delivery } = running;
    const isReceived = status !== undefined && status >= 200 && status < 300;
    if (status === 410 && this.#target === target) this.#target = undefined;
    if (isReceived && delivery.state !== 'stopped') this.#end(running, 'received');
    else if (status === 410 && delivery.state === 'waiting') this.#end(running, 'stopped');
    else if (isExtra || delivery.state !== 'waiting') this.#parts.onChange?.(delivery);
    else this.#planNext(running, retryAfter(headers['retry-after'], this.#parts.wall.now()));
  }

  #end(running: Running, state: DeliveryState): void {
    const { delivery } = running;
    running.callOff?.();
    delivery.state = state;
    delivery.nextAttemptAt = undefined;
    this.#ended.add(delivery.eventId);
    this.#forget();
    this.#parts.onChange?.(delivery);
  }

  #forget(): void {
    const [oldest] = this.#ended;
    if (this.#ended.size <= remembered || oldest === undefined) return;
    this.#ended.delete(oldest);
    this.#running.delete(oldest);
  }
}
