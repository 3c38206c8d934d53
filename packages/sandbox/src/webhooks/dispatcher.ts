import type { JsonObject } from '@delivery-api/specs/contract';
import type { Collection } from '../kernel/collection.ts';
import type {
  Attempt,
  Delivery,
  DeliveryState,
  EventDispatcher,
  PendingAttempt,
  SendOptions,
} from '../kernel/delivery.ts';
import { attempt } from './attempt.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { declareDeliveries, newDelivery } from './delivery-collection.ts';
import { nextAttemptDue } from './delivery-schedule.ts';
import type { DispatcherOptions } from './dispatcher-options.ts';
import { HeldDeliveries } from './held-deliveries.ts';
import { retryAfter } from './retry-after.ts';
import type { Target } from './target.ts';
import { mainTarget, TargetList } from './target-list.ts';

const maxConnections = 100;
/** Delay of the first attempt for the `delayed` fault, in milliseconds. */
const delayMs = 10_000;
/** Maximum time that the `out_of_order` fault waits for another event, in milliseconds. */
const maxHoldMs = 120_000;

/**
 * Sends the events of one interface on the schedule in its contract (`x-webhook-delivery`). Delays
 * are in simulated time; `webhook-timestamp` and timeouts are in real time.
 */
export class Dispatcher implements EventDispatcher {
  readonly #options: DispatcherOptions;
  readonly #limiter: ConcurrencyLimiter;
  readonly #abort = new AbortController();
  readonly #deliveries: Collection<Delivery>;
  readonly #find: (id: string) => Delivery[];
  readonly #targets: TargetList;
  readonly #held: HeldDeliveries;
  readonly #attemptListeners: ((delivery: Delivery, attempt: Attempt) => void)[] = [];
  #isClosed = false;
  #wasSending = false;

  constructor(options: DispatcherOptions) {
    const { name, wall, store, scheduler } = options;
    this.#options = options;
    this.#limiter = new ConcurrencyLimiter(maxConnections, wall);
    this.#targets = new TargetList(store, `${name}.webhooks.targets`);
    this.#held = new HeldDeliveries(store, `${name}.webhooks.held_deliveries`);
    ({ deliveries: this.#deliveries, find: this.#find } = declareDeliveries(
      store,
      `${name}.webhooks.deliveries`,
    ));
    scheduler.handle(this.#type('begin'), ({ subject }) => this.#release(subject));
    scheduler.handle(this.#type('attempt'), ({ subject }) => this.#attempt(subject));
  }

  /** The configured target; `undefined` if none is registered. */
  get target(): Target | undefined {
    return this.#targets.get(mainTarget);
  }

  /** All targets with their IDs. Each target gets every event, on its own schedule. */
  get targets(): [id: string, target: Target][] {
    return this.#targets.all;
  }

  /** Sets a target, or removes it if `target` is `undefined`. Default ID: the configured target. */
  register(target: Target | undefined, id = mainTarget): void {
    this.#targets.set(id, target);
  }

  /** All waiting deliveries and the last 10,000 other deliveries, oldest first. */
  get deliveries(): Delivery[] {
    return [...this.#deliveries.values()];
  }

  /** Whether attempts are in flight or queued, or were when the dispatcher was closed. */
  get isSending(): boolean {
    return this.#wasSending || !this.#limiter.isIdle;
  }

  /** Returns the deliveries of an event, one for each target, or the single delivery with an ID. */
  find(id: string): Delivery[] {
    return this.#find(id);
  }

  onAttempt(listener: (delivery: Delivery, attempt: Attempt) => void): void {
    this.#attemptListeners.push(listener);
  }

  send(event: JsonObject, subject: string, { until, faults = [] }: SendOptions = {}): Delivery {
    const { newId, faultsFor, onChange } = this.#options;
    const injected = faultsFor?.(String(event.type), subject) ?? [];
    const options = { ...(until !== undefined && { until }), faults: [...faults, ...injected] };
    const shared = newDelivery(event, subject, options);
    const create = (target: string): Delivery =>
      this.#deliveries.put({ ...shared, id: newId('dlv'), target });
    const deliveries = this.targets.map(([id]) => create(id));
    if (deliveries.length === 0) return this.#end(create(mainTarget), 'untargeted');
    for (const delivery of deliveries) {
      onChange?.(delivery);
      this.#startDelivery(delivery);
    }
    const [first] = deliveries as [Delivery];
    return this.#deliveries.get(first.id) ?? first;
  }

  redeliver(id: string, { onlyReceived = false } = {}): Delivery[] {
    const found = this.#find(id).filter(({ state }) => !onlyReceived || state === 'received');
    for (const delivery of found)
      if (this.#targets.get(delivery.target) !== undefined)
        this.#attempt(delivery.id, { isExtra: true });
    return this.#find(id);
  }

  stop(eventId: string): void {
    for (const delivery of this.#find(eventId))
      if (delivery.state === 'waiting') this.#end(delivery, 'stopped');
  }

  /** Makes the attempts that were in flight or queued when the store was saved. */
  resume(): void {
    for (const { id, pending } of this.deliveries)
      for (const { number } of pending) this.#limiter.run(() => this.#send(id, number));
  }

  /**
   * Stops sending events.
   *
   * @param abort whether to abort attempts in flight, so that no socket keeps the process alive
   */
  close(abort: boolean): void {
    this.#isClosed = true;
    this.#wasSending = this.isSending;
    this.#limiter.clear();
    if (abort) this.#abort.abort();
  }

  /**
   * Resolves with `true` once no attempt is in flight, or with `false` after `milliseconds` of real
   * time.
   */
  settle(milliseconds = 1_000): Promise<boolean> {
    return this.#limiter.settle(milliseconds);
  }

  #startDelivery(delivery: Delivery): void {
    const fault = delivery.faults.find((name) => name === 'out_of_order' || name === 'delayed');
    const held = this.#held.get(delivery.target);
    if (fault === 'out_of_order' && held === undefined) {
      this.#held.hold(delivery.target, delivery.id);
      this.#schedule('begin', delivery, this.#options.clock.now() + maxHoldMs);
      return;
    }
    this.#held.release(delivery.target);
    if (held !== undefined) this.#deliveries.update(delivery, { overtakes: held });
    if (fault === 'delayed') this.#schedule('begin', delivery, this.#options.clock.now() + delayMs);
    else this.#scheduleNext(delivery.id);
  }

  /** Starts the schedule of a delivery that was held or delayed. */
  #release(id: string): void {
    const delivery = this.#deliveries.get(id);
    this.#options.scheduler.cancel(this.#taskId('begin', id));
    if (delivery === undefined) return;
    this.#held.release(delivery.target, id);
    if (delivery.scheduled === 0) this.#scheduleNext(id);
  }

  /** Schedules the next attempt or ends the delivery. `retryAfter` is in seconds. */
  #scheduleNext(id: string, retryAfter?: number): void {
    const { clock, schedule, onChange } = this.#options;
    const delivery = this.#deliveries.get(id);
    if (delivery?.state !== 'waiting') return;
    const now = clock.now();
    const due = nextAttemptDue(schedule, delivery, now, retryAfter);
    if (due === undefined) {
      this.#end(delivery, 'given_up');
      return;
    }
    const scheduled = delivery.scheduled + 1;
    if (due === now) {
      this.#deliveries.update(delivery, { scheduled });
      this.#attempt(id);
      return;
    }
    const nextAttemptAt = clock.instant(due);
    const next = this.#deliveries.update(delivery, { scheduled, nextAttemptAt });
    this.#schedule('attempt', next, due);
    onChange?.(next);
  }

  /** Makes an attempt, or queues it while the maximum number of connections is open. */
  #attempt(id: string, { isExtra = false, fault }: Partial<PendingAttempt> = {}): void {
    const delivery = this.#deliveries.get(id);
    if (delivery === undefined) return;
    const pending = [...delivery.pending, { isExtra, ...(fault !== undefined && { fault }) }];
    this.#deliveries.update(delivery, {
      pending,
      ...(!isExtra && { nextAttemptAt: undefined }),
    });
    this.#limiter.run(() => this.#send(id));
  }

  /** Sends the next queued attempt, or repeats the attempt with the number `number`. */
  async #send(id: string, number?: number): Promise<void> {
    const { clock, wall, schedule, sender, durable } = this.#options;
    const queued = this.#deliveries.get(id);
    const next = queued?.pending.find((pending) => pending.number === number);
    if (queued === undefined || next === undefined) return;
    const others = queued.pending.filter((pending) => pending !== next);
    const target = this.#isClosed ? undefined : this.#targets.get(queued.target);
    if (target === undefined || (!next.isExtra && queued.state !== 'waiting')) {
      const skipped = this.#deliveries.update(queued, { pending: others });
      if (target === undefined && skipped.state === 'waiting') this.#end(skipped, 'untargeted');
      return;
    }
    const inFlight = { ...next, number: next.number ?? queued.sent + 1 };
    const delivery = this.#deliveries.update(queued, {
      sent: Math.max(queued.sent, inFlight.number),
      pending: [...others, inFlight],
    });
    const at = clock.instant();
    if (durable !== undefined && !(await this.#isStored(durable))) return;
    const made = await attempt(sender, target, delivery, {
      number: inFlight.number,
      at,
      timestamp: Math.floor(wall.now() / 1000),
      fault: next.fault,
      timeoutSeconds: schedule.timeout_seconds,
      signal: this.#abort.signal,
    });
    // An aborted attempt stays in flight in the store, so that `resume` repeats it.
    if (!this.#abort.signal.aborted) this.#finish(id, target, inFlight, made);
  }

  /**
   * Waits until the event is durable. Resolves with `false` if the event is lost, or if sending is
   * aborted.
   */
  #isStored(durable: () => Promise<void>): Promise<boolean> {
    return durable().then(
      () => !this.#abort.signal.aborted,
      () => false,
    );
  }

  #finish(id: string, target: Target, { isExtra }: PendingAttempt, made: Attempt): void {
    const before = this.#deliveries.get(id);
    if (before === undefined) return;
    const delivery = this.#deliveries.update(before, {
      attempts: [...before.attempts, made],
      pending: before.pending.filter(({ number }) => number !== made.number),
    });
    this.#applyResult(delivery, target, made, isExtra);
    const after = this.#deliveries.get(id) ?? delivery;
    for (const listener of this.#attemptListeners) listener(after, made);
    if (after.overtakes !== undefined) this.#release(after.overtakes);
    const { state, faults } = this.#deliveries.get(id) ?? after;
    if (made.number === 1 && state === 'received' && faults.includes('duplicate'))
      this.#attempt(id, { isExtra: true, fault: 'duplicate' });
  }

  /** Ends the delivery after an attempt, or schedules the next attempt. */
  #applyResult(
    delivery: Delivery,
    target: Target,
    { status, headers }: Attempt,
    isExtra: boolean,
  ): void {
    const { state } = delivery;
    const isReceived = status !== undefined && status >= 200 && status < 300;
    if (status === 410 && this.#targets.get(delivery.target) === target)
      this.register(undefined, delivery.target);
    if (isReceived && state !== 'stopped') this.#end(delivery, 'received');
    else if (status === 410 && state === 'waiting') this.#end(delivery, 'stopped');
    else if (isExtra || state !== 'waiting') this.#options.onChange?.(delivery);
    else
      this.#scheduleNext(delivery.id, retryAfter(headers['retry-after'], this.#options.wall.now()));
  }

  #end(delivery: Delivery, state: DeliveryState): Delivery {
    this.#options.scheduler.cancel(this.#taskId('attempt', delivery.id));
    const ended = this.#deliveries.update(delivery, { state, nextAttemptAt: undefined });
    this.#options.onChange?.(ended);
    return ended;
  }

  #schedule(kind: 'begin' | 'attempt', { id }: Delivery, due: number): void {
    const type = this.#type(kind);
    this.#options.scheduler.schedule({ id: this.#taskId(kind, id), type, subject: id, due });
  }

  #type(kind: 'begin' | 'attempt'): string {
    return `${this.#options.name}.webhooks.${kind}`;
  }

  #taskId(kind: 'begin' | 'attempt', id: string): string {
    return `${this.#type(kind)} ${id}`;
  }
}
