import type { Contract, Json, JsonObject } from '@delivery-api/specs/contract';
import type { Dispatcher } from '../webhooks/dispatcher.ts';
import type { SandboxClock } from './clock.ts';
import type { Call } from './command.ts';
import type { Random } from './random.ts';

/**
 * An answer made from what the sandbox remembers. Its headers are those beyond what every answer
 * carries.
 */
export interface SandboxAnswer {
  status: number;
  body: Json;
  headers?: Record<string, string>;
  /**
   * What was asked for has been done, but the connection is closed before the answer. A replay of
   * it is answered.
   */
  isLost?: boolean;
}

/** What a world is made of. */
export interface WorldParts {
  contract: Contract;
  clock: SandboxClock;
  random: Random;
  /** Makes an id with the given prefix, such as `bkg`. */
  newId: (prefix: string) => string;
  dispatcher: Dispatcher;
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
export interface World {
  /**
   * Whose keys and data a call is about: the partner in lastmile, the integration in marketplace.
   */
  tenantOf(call: Call): string;
  /**
   * Answers a valid request from state.
   *
   * @throws {Refusal} with a code of the operation
   */
  answer(call: Call): SandboxAnswer;
  /**
   * Forgets everything and begins anew: with the contract's examples, or with `data`.
   *
   * @throws {Refusal} `validation_failed` when the data is not of the form that the package
   * describes; then nothing has changed
   */
  reset(data?: JsonObject): void;
  /** Moves a booking or order along its story: to a status, or one step. */
  advance(id: string, to: string | undefined): SandboxAnswer;
  /** Everything that is remembered, newest first, for the page: resources by kind. */
  snapshot(limit: number): JsonObject;
}

/** Lets an order arrive, which no operation can: the control surface asks for it. */
export interface MarketplaceWorld extends World {
  /** @param wish `store_id`, `scenario` or a whole `order`; all optional */
  createOrder(wish: JsonObject): SandboxAnswer;
}
