import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import { advanceClock } from '../../src/advance-clock.ts';
import { behaviorFactories } from '../../src/behaviors.ts';
import type { WallClock } from '../../src/kernel/clock.ts';
import type { Command } from '../../src/kernel/command.ts';
import type { WebhookFault, WebhookResult } from '../../src/kernel/delivery.ts';
import { DropConnection } from '../../src/kernel/drop-connection.ts';
import type { MarketplaceBehavior } from '../../src/kernel/interface-behavior.ts';
import { ProblemError } from '../../src/kernel/problem-error.ts';
import { Sandbox, type SandboxSnapshot } from '../../src/sandbox.ts';
import type { InterfaceName } from '../../src/types.ts';
import type { WebhookRequest } from '../../src/webhooks/webhook-sender.ts';
import { testContracts } from './contracts.ts';
import type { StoredImage } from './stored-image.ts';

/** A step of a test: a request or a control action. */
export type Step =
  | {
      kind: 'request';
      operation: string;
      /** Selects an example of the request body. */
      example: number;
      /** Selects a booking or an order. */
      subject: number;
      members: JsonObject;
      key?: string | undefined;
      token: string;
    }
  | { kind: 'create_order'; scenario: string }
  | { kind: 'advance_resource'; interface: InterfaceName; subject: number }
  | { kind: 'advance_clock'; seconds: number }
  | { kind: 'faults'; operation: string; code: string; event: string; fault: WebhookFault }
  | { kind: 'target'; interface: InterfaceName; isRegistered: boolean }
  | { kind: 'redeliver'; interface: InterfaceName; subject: number };

const contracts = new Map<InterfaceName, Contract>(
  testContracts.map(({ name, contract }) => [name, contract]),
);
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A wall clock with a constant time. Its timers run, so that timeouts and latencies end. */
const wallClock: WallClock = {
  now: () => Date.parse('2026-11-20T18:00:00Z'),
  schedule(task, milliseconds) {
    const timer = setTimeout(task, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Performs steps in a sandbox, and records its responses and the webhooks that it sends. */
export class SandboxDriver {
  readonly responses: unknown[] = [];
  readonly webhooks: WebhookRequest[] = [];
  readonly #attempts = new Map<string, number>();
  readonly #image: StoredImage | undefined;
  readonly #durable: (() => Promise<void>) | undefined;
  #sandbox: Sandbox;
  #send = (request: WebhookRequest): Promise<WebhookResult> => this.#receive(request);

  /**
   * @param snapshot an export to import
   * @param image the storage of the sandbox; none by default
   * @param durable resolves once all changes are durable
   * @param stored the state that the sandbox reads from the storage at the start
   */
  constructor(
    snapshot?: SandboxSnapshot,
    image?: StoredImage,
    durable?: () => Promise<void>,
    stored?: SandboxSnapshot,
  ) {
    this.#image = image;
    this.#durable = durable;
    this.#sandbox = this.#create(snapshot, stored && { snapshot: () => stored });
  }

  get sandbox(): Sandbox {
    return this.#sandbox;
  }

  /** Replaces the function that responds to webhooks. */
  set send(send: (request: WebhookRequest) => Promise<WebhookResult>) {
    this.#send = send;
  }

  /** Exports the sandbox and continues in a new one that imports the export. */
  moveToNewSandbox(): void {
    const snapshot = this.#sandbox.export();
    this.#sandbox.stop();
    this.#sandbox = this.#create(snapshot);
  }

  /** Writes the changes to the storage, and continues in a new sandbox with the stored state. */
  restart(): void {
    this.store();
    this.#sandbox.stop();
    this.#sandbox = this.#create(undefined, this.#image);
  }

  /** Writes the changes to the storage. */
  store(): void {
    this.#image?.apply(this.#sandbox.takeChanges());
  }

  async take(step: Step): Promise<void> {
    this.responses.push(await outcomeOf(() => this.#perform(step)));
    for (const { dispatcher } of this.#sandbox.runtime.interfaces.values())
      await dispatcher.settle();
  }

  #create(snapshot: SandboxSnapshot | undefined, stored?: Pick<StoredImage, 'snapshot'>): Sandbox {
    return new Sandbox({
      contracts,
      behaviors: behaviorFactories,
      clock: { start: wallClock.now(), frozen: true },
      wallClock,
      sender: (request) => this.#send(request),
      maxEntries: 3,
      limits: true,
      baseUrl: (name) => `http://127.0.0.1:4010/${name}`,
      seed: 'driver',
      snapshot,
      stored: stored && { snapshot: stored.snapshot(), elapsed: 0 },
      durable: this.#durable,
      onStateChange: this.#image && (() => {}),
    });
  }

  async #perform(step: Step): Promise<unknown> {
    const { runtime } = this.#sandbox;
    switch (step.kind) {
      case 'request':
        return this.#request(step);
      case 'create_order': {
        const { behavior } = this.#sandbox.interface('marketplace');
        return (behavior as MarketplaceBehavior).createOrder({ scenario: step.scenario });
      }
      case 'advance_resource': {
        const id = this.#idOf(step.interface, step.subject);
        return this.#sandbox.interface(step.interface).behavior.advance(id, undefined);
      }
      case 'advance_clock':
        return advanceClock(runtime, step.seconds * 1000);
      case 'faults':
        runtime.faults.set([{ operation: step.operation, code: step.code, times: 2 }]);
        runtime.eventFaults.set([{ event: step.event, fault: step.fault, times: 3 }]);
        return undefined;
      case 'target':
        this.#sandbox
          .interface(step.interface)
          .dispatcher.register(
            step.isRegistered ? { url: 'http://receiver.example/', secrets: [secret] } : undefined,
          );
        return undefined;
      case 'redeliver': {
        const { dispatcher } = this.#sandbox.interface(step.interface);
        const { deliveries } = dispatcher;
        const delivery = deliveries[step.subject % Math.max(1, deliveries.length)];
        if (delivery !== undefined) dispatcher.redeliver(delivery.id);
      }
    }
    return undefined;
  }

  async #request(step: Step & { kind: 'request' }): Promise<unknown> {
    const [name, contract] = [...contracts].find(([, { operations }]) =>
      operations.some(({ id }) => id === step.operation),
    ) as [InterfaceName, Contract];
    const operation = contract.operations.find(({ id }) => id === step.operation);
    if (operation === undefined) throw new Error(`No contract has ${step.operation}.`);
    const id = this.#idOf(name, step.subject);
    const parameters = new Map(
      operation.parameters
        .filter((one) => one.in === 'path')
        .map((one) => [one.name, one.name === 'id' ? id : String(one.example)]),
    );
    if (operation.id.startsWith('getStore')) parameters.set('id', 'sto_01JD3M7X9KQA');
    const examples = operation.request?.examples ?? [];
    const example = examples[step.example % Math.max(1, examples.length)]?.value as
      | JsonObject
      | undefined;
    const requestId = this.#sandbox.runtime.newRequestId();
    const command: Command = {
      contract,
      operation,
      requestId,
      parameters,
      idempotencyKey: step.key,
      token: step.token,
      body: example && {
        ...structuredClone(example),
        ...step.members,
        ...(example.booking_id !== undefined && { booking_id: id }),
      },
    };
    this.#sandbox.logRequest({
      at: this.#sandbox.runtime.clock.instant(),
      requestId,
      method: operation.method,
      path: operation.path,
      interface: name,
      operation: operation.id,
      status: 200,
      milliseconds: 0,
      code: undefined,
      findings: [],
      responseFindings: [],
    });
    const { handler } = this.#sandbox.interface(name);
    const headers = handler.authorize({ contract, operation, token: step.token, parameters });
    return { headers, response: await handler.handle(command) };
  }

  /** Returns the ID of a booking or an order in the sandbox; an unknown ID if there is none. */
  #idOf(name: InterfaceName, subject: number): string {
    const resources = this.#sandbox.interface(name).behavior.snapshot(10);
    const list = (name === 'lastmile' ? resources.bookings : resources.orders) as { id: string }[];
    return list[subject % Math.max(1, list.length)]?.id ?? 'none_0000000000';
  }

  /** Responds to an event. The event ID and the attempt number determine the response. */
  async #receive(request: WebhookRequest): Promise<WebhookResult> {
    this.webhooks.push({ ...request, signal: undefined });
    const id = request.headers['webhook-id'] ?? '';
    const number = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, number);
    const result = { headers: {}, body: '', milliseconds: 1 };
    switch (id.charCodeAt(id.length - 1) % 5) {
      case 0:
        return { ...result, error: 'ECONNREFUSED' };
      case 1:
        return number < 3 ? { ...result, status: 500 } : { ...result, status: 204 };
      case 2:
        return number < 2
          ? { ...result, status: 429, headers: { 'retry-after': '42' } }
          : { ...result, status: 200 };
      default:
        return { ...result, status: 204 };
    }
  }
}

async function outcomeOf(perform: () => Promise<unknown>): Promise<unknown> {
  try {
    return structuredClone(await perform());
  } catch (error) {
    if (error instanceof DropConnection) return 'dropped';
    if (!(error instanceof ProblemError)) throw error;
    const { code, message, members, headers, errors } = error;
    return structuredClone({ code, message, members, headers, errors });
  }
}
