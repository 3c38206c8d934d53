import type { Contract, Json, JsonObject } from '@delivery-api/specs/contract';
import type { BlockerOptions, StoreConditions } from '../types.ts';
import type { SimulatedClock } from './clock.ts';
import type { Command } from './command.ts';
import type { EventDispatcher } from './delivery.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Store } from './store.ts';

/** A response from the state of the sandbox. */
export interface SandboxResponse {
  status: number;
  body: Json;
  /** The headers beyond those of every response. */
  headers?: Record<string, string>;
  /** The connection is closed without this response. A replay of the request gets it. */
  dropConnection?: boolean;
}

/** What a behavior is created with. */
export interface InterfaceContext {
  contract: Contract;
  clock: SimulatedClock;
  /** Where the interface keeps all of its state. */
  store: Store;
  scheduler: Scheduler;
  random: Random;
  /** Returns a new id with a prefix, such as `bkg`. */
  newId: (prefix: string) => string;
  dispatcher: EventDispatcher;
  /**
   * Maximum number of finished bookings of each partner, and of finished orders. The one that was
   * finished first is evicted first.
   */
  maxEntries: number;
  /** Returns the base URL of the interface, for links in responses. */
  baseUrl: () => string;
  /** Called whenever a resource has changed. */
  onChange: (kind: string, id: string) => void;
}

/** What determines the tenant of a request. */
export interface TenantRequest {
  readonly token: string;
  readonly parameters: ReadonlyMap<string, string | undefined>;
}

/** The rules of one interface; its state is in the store. */
export interface InterfaceBehavior {
  /** Returns the owner of keys and data: the partner in Lastmile, the integration in Marketplace. */
  tenantOf(request: TenantRequest): string;
  /**
   * Carries out a validated command.
   *
   * @throws {ProblemError} with a code of the operation
   */
  respond(command: Command): SandboxResponse;
  /**
   * Replaces the state with `data`. Default: the contract's examples.
   *
   * @throws {ProblemError} `validation_failed` when the data is invalid
   */
  load(data?: JsonObject): void;
  /**
   * Adds the default data: the orders, bookings and estimates of the contract's examples, so that
   * documented requests succeed at any time.
   */
  loadExamples(): void;
  /** Advances the scenario of a booking or order by one step, or to a status. */
  advance(id: string, to: string | undefined): SandboxResponse;
  /** Returns up to `limit` resources of each kind, newest first, for the live page. */
  snapshot(limit: number): JsonObject;
}

export interface LastmileBehavior extends InterfaceBehavior {
  /**
   * Changes the lifecycle or the capacity of a store.
   *
   * @throws {ProblemError} `store_not_found`
   */
  setStoreConditions(storeId: string, conditions: StoreConditions): SandboxResponse;
}

export interface MarketplaceBehavior extends InterfaceBehavior {
  /**
   * Creates a test order, which no operation of the contract can.
   *
   * @param request `store_id`, `scenario` or a whole `order`; all optional
   */
  createOrder(request: JsonObject): SandboxResponse;
  /**
   * Replaces the blockers of a store that do not follow from hours, menu or requested status.
   *
   * @throws {ProblemError} `store_not_found`, `validation_failed`
   */
  setBlockers(storeId: string, blockers: readonly BlockerOptions[]): SandboxResponse;
}
