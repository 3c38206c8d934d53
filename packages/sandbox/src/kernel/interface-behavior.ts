import type { Contract, Json, JsonObject } from '@delivery-api/specs/contract';
import type { BlockerOptions, StoreConditions } from '../types.ts';
import type { SimulatedClock } from './clock.ts';
import type { Command } from './command.ts';
import type { EventDispatcher } from './delivery.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Store } from './store.ts';

/** A response that the sandbox creates from its state. */
export interface SandboxResponse {
  status: number;
  body: Json;
  /** The body as JSON text, if it is serialized already. */
  text?: string;
  /** Headers in addition to the headers of every response. */
  headers?: Record<string, string>;
  /**
   * Whether to close the connection without this response. A retry with the same idempotency key
   * gets the stored response.
   */
  dropConnection?: boolean;
}

/** The dependencies and options of a behavior. */
export interface InterfaceContext {
  contract: Contract;
  clock: SimulatedClock;
  /** Contains all state of the interface. */
  store: Store;
  scheduler: Scheduler;
  random: Random;
  /** Returns a new ID with a prefix, such as `bkg`. */
  newId: (prefix: string) => string;
  dispatcher: EventDispatcher;
  /**
   * Maximum number of entries of each kind: closed bookings per partner, estimates per partner, and
   * closed orders. The booking or order that was closed first is evicted first. Estimates that can
   * still be booked are not evicted.
   */
  maxEntries: number;
  /** Returns the base URL of the interface, for links in responses. */
  baseUrl: () => string;
  /** Called after each change to a resource. */
  onChange: (kind: string, id: string) => void;
}

/** The parts of a request that determine its tenant. */
export interface TenantRequest {
  readonly token: string;
  readonly parameters: ReadonlyMap<string, string | undefined>;
}

/** The rules of one interface. Its state is in the store. */
export interface InterfaceBehavior {
  /** Returns the owner of keys and data: a Lastmile partner or a Marketplace integration. */
  tenantOf(request: TenantRequest): string;
  /**
   * Executes a validated command.
   *
   * @throws {ProblemError} with a code that the operation documents
   */
  respond(command: Command): SandboxResponse;
  /**
   * Loads data into a new behavior. `stores` in `data` replace the stores in the contract's
   * examples, which are loaded by default.
   *
   * @throws {ProblemError} `validation_failed` if the data is invalid
   */
  load(data?: JsonObject): void;
  /**
   * Adds the default data: the orders, bookings and estimates in the contract's examples. The store
   * in documented requests is always open, so that the requests succeed at any time of day.
   */
  loadExamples(): void;
  /**
   * Advances the scenario of a booking or order by one step, or to a status.
   *
   * @throws {ProblemError} if the resource does not exist, cannot advance, or cannot reach the
   * status
   */
  advance(id: string, to: string | undefined): SandboxResponse;
  /**
   * Returns up to `limit` resources of each kind: the first stores, and the newest bookings,
   * estimates and orders, newest first.
   */
  snapshot(limit: number): JsonObject;
}

export interface LastmileBehavior extends InterfaceBehavior {
  /**
   * Changes the store conditions that are present in `conditions`.
   *
   * @throws {ProblemError} `store_not_found`
   */
  setStoreConditions(storeId: string, conditions: StoreConditions): SandboxResponse;
}

export interface MarketplaceBehavior extends InterfaceBehavior {
  /**
   * Creates a test order. No operation of the contract can create an order.
   *
   * @param request `store_id`, `scenario` and a complete or partial `order`; all optional
   * @throws {ProblemError} `validation_failed`, `store_not_found`
   */
  createOrder(request: JsonObject): SandboxResponse;
  /**
   * Replaces the blockers of a store, except those that result from its hours, menu or requested
   * status.
   *
   * @throws {ProblemError} `store_not_found`, `validation_failed`
   */
  setBlockers(storeId: string, blockers: readonly BlockerOptions[]): SandboxResponse;
}
