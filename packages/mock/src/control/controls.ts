import { advance } from '@delivery-api/sandbox/advance-clock.ts';
import type { MarketplaceBehavior } from '@delivery-api/sandbox/kernel/interface-behavior.ts';
import { ProblemError } from '@delivery-api/sandbox/kernel/problem-error.ts';
import type { Sandbox } from '@delivery-api/sandbox/sandbox.ts';
import type { Target } from '@delivery-api/sandbox/webhooks/delivery.ts';
import { toDeliveryRecord } from '@delivery-api/sandbox/webhooks/delivery-record.ts';
import type { JsonObject } from '@delivery-api/specs/contract';
import type {
  ClockState,
  DeliveryRecord,
  Faults,
  InterfaceName,
  RegisteredTargets,
  RequestRecord,
} from '../public.ts';
import { readForm } from './form.ts';
import {
  advanceForm,
  clockForm,
  deliveryFilterForm,
  faultsForm,
  orderForm,
  requestFilterForm,
  resetForm,
  snapshotForm,
  speedForm,
  webhooksForm,
} from './schemas.ts';

/**
 * Everything that can be asked of a sandbox outside the contracts, over HTTP and as a library. What
 * comes in is judged here; each function throws a
 * `ProblemError` for what makes no sense, and then has changed nothing.
 */
export class Controls {
  readonly #sandbox: Sandbox;
  /** The advances that are under way, one after the other. */
  #advancing: Promise<unknown> = Promise.resolve();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  clock(): ClockState {
    const { clock } = this.#sandbox.run;
    return { now: clock.instant(), speed: clock.speed, frozen: clock.frozen };
  }

  /** ChangeFeed how time goes. */
  setSpeed(wish: unknown): ClockState {
    this.#sandbox.run.clock.set(readForm(speedForm, wish ?? {}));
    this.#sandbox.changes.emit('clock', () => ({ ...this.clock() }));
    return this.clock();
  }

  /**
   * ChangeFeed how time goes, then lets it jump ahead: one jump after the other, so that each is
   * whole.
   */
  async setClock(wish: unknown): Promise<ClockState> {
    const { advance_seconds: seconds, ...change } = readForm(clockForm, wish ?? {});
    this.#sandbox.run.clock.set(change);
    if (seconds !== undefined) {
      const advanced = this.#advancing.then(() =>
        advance(this.#sandbox.run, Math.round(seconds * 1000)),
      );
      this.#advancing = advanced.catch(() => {});
      await advanced;
    }
    this.#sandbox.changes.emit('clock', () => ({ ...this.clock() }));
    return this.clock();
  }

  /** @returns 201 with the order; 200 for a scenario that waits for a request instead */
  createOrder(wish: unknown): { status: number; body: JsonObject } {
    const { world } = this.#sandbox.side('marketplace');
    const contract = this.#sandbox.contracts.get('marketplace');
    const read = contract === undefined ? {} : readForm(orderForm(contract), wish ?? {});
    const { status, body } = (world as MarketplaceBehavior).createOrder(read as JsonObject);
    return { status, body: body as JsonObject };
  }

  advanceBooking(id: string, wish: unknown): JsonObject {
    return this.#advanced('lastmile', id, wish);
  }

  advanceOrder(id: string, wish: unknown): JsonObject {
    return this.#advanced('marketplace', id, wish);
  }

  webhooks(): RegisteredTargets {
    const targets: RegisteredTargets = {};
    for (const [name, { dispatcher }] of this.#sandbox.run.sides)
      targets[name] = dispatcher.target === undefined ? null : { ...dispatcher.target };
    return targets;
  }

  setWebhooks(wish: unknown): RegisteredTargets {
    const targets = readForm(webhooksForm(this.#sandbox.contracts), wish ?? {});
    for (const [name, target] of Object.entries(targets) as [
      InterfaceName,
      Partial<Target> | null,
    ][]) {
      const { url = '', secrets = [] } = target ?? {};
      const signing = secrets.length > 0 ? secrets : [this.#sandbox.secret];
      this.#sandbox
        .side(name)
        .dispatcher.register(target === null ? undefined : { url, secrets: signing });
    }
    this.#sandbox.changes.emit('webhooks', () => this.webhooks() as JsonObject);
    return this.webhooks();
  }

  deliveries(filter: unknown): DeliveryRecord[] {
    const {
      interface: only,
      type,
      subject,
      state,
      limit = 100,
    } = readForm(deliveryFilterForm, filter ?? {});
    return [...this.#sandbox.run.sides]
      .filter(([name]) => only === undefined || name === only)
      .flatMap(([name, { dispatcher }]) =>
        dispatcher.deliveries.map((delivery) => ({ name, delivery })),
      )
      .filter(({ delivery }) => type === undefined || delivery.type === type)
      .filter(({ delivery }) => subject === undefined || delivery.subject === subject)
      .filter(({ delivery }) => state === undefined || delivery.state === state)
      .reverse()
      .sort(
        (a, b) =>
          Number(a.delivery.occurredAt < b.delivery.occurredAt) -
          Number(a.delivery.occurredAt > b.delivery.occurredAt),
      )
      .slice(0, limit)
      .map(({ name, delivery }) => toDeliveryRecord(name, delivery));
  }

  delivery(id: string): DeliveryRecord {
    const { name, delivery } = this.#delivery(id);
    return toDeliveryRecord(name, delivery);
  }

  /** Sends an event once more, and waits a second for what the receiver says. */
  async redeliver(id: string): Promise<DeliveryRecord> {
    const { name, dispatcher, delivery } = this.#delivery(id);
    if (dispatcher.target === undefined) {
      throw new ProblemError(
        'validation_failed',
        `Nobody is registered for the events of ${name}. Register a target with PUT /_sandbox/webhooks.`,
      );
    }
    dispatcher.redeliver(delivery.id);
    await dispatcher.settle();
    return toDeliveryRecord(name, delivery);
  }

  requests(filter: unknown): RequestRecord[] {
    return this.#sandbox.run.requests.list(readForm(requestFilterForm, filter ?? {}));
  }

  faults(): Faults {
    const { faults, eventFaults } = this.#sandbox.run;
    return {
      operations: faults.list.map((one) => ({ ...one })),
      events: eventFaults.list.map((one) => ({ ...one })),
    };
  }

  setFaults(wish: unknown): Faults {
    const { operations = [], events = [] } = readForm(
      faultsForm(this.#sandbox.contracts),
      wish ?? {},
    );
    this.#sandbox.run.faults.set(operations);
    this.#sandbox.run.eventFaults.set(events);
    this.#sandbox.changes.emit('faults', () => this.faults() as unknown as JsonObject);
    return this.faults();
  }

  /** Forgets everything but the webhook targets, and begins anew. */
  reset(wish: unknown): { seed: string; clock: ClockState } {
    this.#sandbox.reset(readForm(resetForm, wish ?? {}));
    return { seed: this.#sandbox.run.seed, clock: this.clock() };
  }

  snapshot(filter: unknown): JsonObject {
    const { limit = 100 } = readForm(snapshotForm, filter ?? {});
    const { seed, sides } = this.#sandbox.run;
    const worlds = [...sides].map(([name, { world }]) => [name, world.snapshot(limit)]);
    return { seed, clock: { ...this.clock() }, ...Object.fromEntries(worlds) };
  }

  #advanced(name: InterfaceName, id: string, wish: unknown): JsonObject {
    const { to } = readForm(advanceForm, wish ?? {});
    return this.#sandbox.side(name).world.advance(id, to).body as JsonObject;
  }

  #delivery(id: string) {
    for (const [name, { dispatcher }] of this.#sandbox.run.sides) {
      const delivery = dispatcher.deliveries.find((one) => one.id === id || one.eventId === id);
      if (delivery !== undefined) return { name, dispatcher, delivery };
    }
    throw new ProblemError(
      'path_not_found',
      `There is no delivery '${id}'. GET /_sandbox/deliveries lists them.`,
    );
  }
}
