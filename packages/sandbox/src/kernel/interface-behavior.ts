import type { Contract, Json, JsonObject } from '@delivery-api/specs/contract';
import type { SandboxClock } from './clock.ts';
import type { Command } from './command.ts';
import type { EventDispatcher } from './delivery.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Store } from './store.ts';

/**
 * An answer made from what the sandbox remembers. Its headers are those beyond what every answer
 * carries.
 */
export interface SandboxResponse {
  status: number;
  body: Json;
  headers?: Record<string, string>;
  /**
   * What was asked for has been done, but the connection is closed before the answer. A replay of
   * it is answered.
   */
  dropConnection?: boolean;
}

/** What a world is made of. */
export interface InterfaceContext {
  contract: Contract;
  clock: SandboxClock;
  /** Where the interface keeps all of its state. */
  store: Store;
  scheduler: Scheduler;
  random: Random;
  /** Makes an id with the given prefix, such as `bkg`. */
  newId: (prefix: string) => string;
  dispatcher: EventDispatcher;
  /**
   * How many finished bookings a partner, or finished orders, are remembered; the oldest finished
   * goes first.
   */
  maxEntries: number;
  /** The base address of the interface, for links in answers. */
  baseUrl: () => string;
  /** Is told whenever a resource has changed, for those who look on. */
  onChange: (kind: string, id: string) => void;
}

/** What the sandbox remembers of one interface, and the rules by which it changes. */
export interface InterfaceBehavior {
  /**
   * Whose keys and data a call is about: the partner in lastmile, the integration in marketplace.
   */
  tenantOf(call: Command): string;
  /**
   * Answers a valid request from state.
   *
   * @throws {ProblemError} with a code of the operation
   */
  answer(call: Command): SandboxResponse;
  /**
   * Forgets everything and begins anew: with the contract's examples, or with `data`.
   *
   * @throws {ProblemError} `validation_failed` when the data is not of the form that the package
   * describes; then nothing has changed
   */
  reset(data?: JsonObject): void;
  /** Moves a booking or order along its story: to a status, or one step. */
  advance(id: string, to: string | undefined): SandboxResponse;
  /** Everything that is remembered, newest first, for the page: resources by kind. */
  snapshot(limit: number): JsonObject;
}

/** Lets an order arrive, which no operation can: the control surface asks for it. */
export interface MarketplaceBehavior extends InterfaceBehavior {
  /** @param wish `store_id`, `scenario` or a whole `order`; all optional */
  createOrder(wish: JsonObject): SandboxResponse;
}
