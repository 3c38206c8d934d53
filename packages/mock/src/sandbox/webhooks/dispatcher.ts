import type { JsonObject, WebhookDelivery } from '@delivery-api/specs/contract';
import type { SandboxClock, WallClock } from '../clock.ts';
import { post, type Receipt } from './post.ts';
import { signature } from './sign.ts';

/** Where events go: a receiver, and the secrets with which they are signed. */
export interface Target {
  url: string;
  secrets: string[];
}

/** What can be made to go wrong on the way, so that a receiver can be tried against it. */
export const webhookFaults = ['duplicate', 'out_of_order', 'delayed', 'bad_signature', 'truncated'] as const;
export type WebhookFault = (typeof webhookFaults)[number];

export interface Attempt extends Receipt {
  number: number;
  /** When it was sent, in sandbox time. */
  at: string;
  requestHeaders: Record<string, string>;
  /** What was done to it on purpose. */
  fault: WebhookFault | undefined;
}

/** `waiting`: another attempt is planned; `received`: a 2xx came; `given_up`: the schedule is used up; `stopped`: it is not needed any more, or the target said 410; `untargeted`: nobody is registered. */
export type DeliveryState = 'waiting' | 'received' | 'given_up' | 'stopped' | 'untargeted';

/** One event on its way to its receiver. The body is made once, so that every attempt carries the same bytes. */
export interface Delivery {
  id: string;
  eventId: string;
  type: string;
  /** The booking or order that it is about. */
  subject: string;
  occurredAt: string;
  body: string;
  state: DeliveryState;
  attempts: Attempt[];
  nextAttemptAt: string | undefined;
}

export interface DispatcherParts {
  clock: SandboxClock;
  wall: WallClock;
  plan: WebhookDelivery;
  newId: (prefix: string) => string;
  /** Is told whenever a delivery has changed. */
  onChange?: (delivery: Delivery) => void;
}

interface Running {
  delivery: Delivery;
  /** How many attempts of the schedule have been planned. */
  planned: number;
  until: number | undefined;
  faults: WebhookFault[];
  callOff: (() => void) | undefined;
}

const remembered = 10_000;
const delay = 10_000;
const heldFor = 5_000;

/**
 * Sends the events of one interface as its contract plans it (`x-webhook-delivery`): at least once, each for itself, and never in the way of anything else.
 * Waits are sandbox time; `webhook-timestamp` and time-outs are real.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #running = new Map<string, Running>();
  readonly #inFlight = new Set<Promise<void>>();
  #target: Target | undefined;
  /** An event that waits to be overtaken by the next one. */
  #held: (() => void) | undefined;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  get target(): Target | undefined {
    return this.#target;
  }

  /** Registers where events go from now on; `undefined` for nowhere. */
  register(target: Target | undefined): void {
    this.#target = target;
  }

  get deliveries(): Delivery[] {
    return [...this.#running.values()].map(({ delivery }) => delivery);
  }

  /**
   * Sends an event.
   *
   * @param subject the id of the booking or order
   * @param until the moment after which no attempt is worth making; the contract's schedule decides where there is none
   * @param faults what is to go wrong with it
   */
  send(event: JsonObject, subject: string, { until, faults = [] }: { until?: number; faults?: WebhookFault[] } = {}): Delivery {
    const delivery: Delivery = {
      id: this.#parts.newId('dlv'),
      eventId: String(event.id),
      type: String(event.type),
      subject,
      occurredAt: String(event.occurred_at),
      body: JSON.stringify(event),
      state: this.#target === undefined ? 'untargeted' : 'waiting',
      attempts: [],
      nextAttemptAt: undefined,
    };
    const running: Running = { delivery, planned: 0, until, faults: [...faults], callOff: undefined };
    this.#running.set(delivery.eventId, running);
    this.#forget();
    this.#parts.onChange?.(delivery);
    if (this.#target !== undefined) this.#begin(running);
    return delivery;
  }

  /** Sends the same event once more, whatever became of it. `undefined` where no delivery has this id. */
  redeliver(deliveryId: string): Delivery | undefined {
    const running = [...this.#running.values()].find(({ delivery }) => delivery.id === deliveryId || delivery.eventId === deliveryId);
    if (running !== undefined) this.#attempt(running);
    return running?.delivery;
  }

  /** Makes no further attempt for an event: what it was to tell is known. */
  stop(eventId: string): void {
    const running = this.#running.get(eventId);
    if (running?.delivery.state === 'waiting') this.#end(running, 'stopped');
  }

  /** Resolves once no attempt is on its way, or after `milliseconds` of real time. */
  async settle(milliseconds = 1_000): Promise<void> {
    // An attempt begins in the same turn as its task, but its answer can plan the next for this very moment.
    while (this.#inFlight.size > 0) {
      let callOff = (): void => {};
      const patience = new Promise<'late'>((resolve) => {
        callOff = this.#parts.wall.wake(() => resolve('late'), milliseconds);
      });
      const first = await Promise.race([Promise.all(this.#inFlight), patience]);
      callOff();
      if (first === 'late') return;
    }
  }

  #begin(running: Running): void {
    const [fault] = running.faults;
    if (fault === 'out_of_order' && this.#held === undefined) {
      const release = (): void => {
        if (this.#held === release) this.#held = undefined;
        callOff();
        this.#planNext(running);
      };
      const callOff = this.#parts.clock.after(heldFor, release);
      this.#held = release;
      return;
    }
    if (fault === 'delayed') this.#parts.clock.after(delay, () => this.#planNext(running));
    else this.#planNext(running);
    const overtaken = this.#held;
    if (overtaken !== undefined) this.#parts.clock.after(1, overtaken);
  }

  #planNext(running: Running): void {
    const { delays_seconds: delays, until } = this.#parts.plan;
    const beyond = running.planned >= delays.length;
    if (beyond && (until === 'exhausted' || running.until === undefined)) return this.#end(running, 'given_up');
    const seconds = delays[Math.min(running.planned, delays.length - 1)] ?? 0;
    const due = this.#parts.clock.now() + seconds * 1000;
    if (running.until !== undefined && running.planned > 0 && due > running.until) return this.#end(running, 'given_up');
    running.planned += 1;
    if (seconds === 0) return this.#attempt(running);
    running.delivery.nextAttemptAt = this.#parts.clock.instant(due);
    running.callOff = this.#parts.clock.at(due, () => this.#attempt(running));
    this.#parts.onChange?.(running.delivery);
  }

  #attempt(running: Running): void {
    if (this.#target === undefined) return this.#end(running, 'untargeted');
    running.delivery.nextAttemptAt = undefined;
    const { url } = this.#target;
    const { delivery } = running;
    const number = delivery.attempts.length + 1;
    const fault = number === 1 ? running.faults.find((one) => one === 'bad_signature' || one === 'truncated') : undefined;
    const headers = this.#headers(this.#target, delivery, fault);
    const body = fault === 'truncated' ? delivery.body.slice(0, Math.floor(delivery.body.length / 2)) : delivery.body;
    const at = this.#parts.clock.instant();
    const flight = post(url, headers, body, this.#parts.plan.timeout_seconds).then((receipt) => {
      this.#inFlight.delete(flight);
      delivery.attempts.push({ number, at, requestHeaders: headers, fault, ...receipt });
      this.#judge(running, receipt);
    });
    this.#inFlight.add(flight);
    if (number === 1 && running.faults.includes('duplicate')) this.#repeat(running, url, headers, body, at);
  }

  /** The same bytes a second time, as networks do. */
  #repeat({ delivery }: Running, url: string, headers: Record<string, string>, body: string, at: string): void {
    const flight = post(url, headers, body, this.#parts.plan.timeout_seconds).then((receipt) => {
      this.#inFlight.delete(flight);
      delivery.attempts.push({ number: delivery.attempts.length + 1, at, requestHeaders: headers, fault: 'duplicate', ...receipt });
      this.#parts.onChange?.(delivery);
    });
    this.#inFlight.add(flight);
  }

  #headers({ secrets }: Target, { eventId, body }: Delivery, fault: WebhookFault | undefined): Record<string, string> {
    const timestamp = Math.floor(this.#parts.wall.now() / 1000);
    const signed = signature(secrets, eventId, timestamp, fault === 'bad_signature' ? `${body} ` : body);
    return {
      'content-type': 'application/json',
      'user-agent': 'delivery-api-sandbox',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signed,
    };
  }

  #judge(running: Running, { status, headers }: Receipt): void {
    const { delivery } = running;
    if (delivery.state === 'received' || delivery.state === 'stopped') return this.#parts.onChange?.(delivery);
    if (status !== undefined && status >= 200 && status < 300) return this.#end(running, 'received');
    if (status === 410) {
      this.#target = undefined;
      return this.#end(running, 'stopped');
    }
    const wait = Number(headers['retry-after']);
    if (Number.isFinite(wait) && wait > 0) {
      const due = this.#parts.clock.now() + Math.min(wait, 3600) * 1000;
      delivery.nextAttemptAt = this.#parts.clock.instant(due);
      running.planned = Math.min(running.planned + 1, this.#parts.plan.delays_seconds.length);
      running.callOff = this.#parts.clock.at(due, () => this.#attempt(running));
      return this.#parts.onChange?.(delivery);
    }
    this.#planNext(running);
  }

  #end(running: Running, state: DeliveryState): void {
    running.callOff?.();
    running.delivery.state = state;
    running.delivery.nextAttemptAt = undefined;
    this.#parts.onChange?.(running.delivery);
  }

  #forget(): void {
    if (this.#running.size <= remembered) return;
    for (const [id, { delivery }] of this.#running) {
      if (delivery.state === 'waiting') continue;
      this.#running.delete(id);
      return;
    }
  }
}
