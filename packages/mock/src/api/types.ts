import type {
  ClockOptions,
  ClockState,
  DeliveryFilter,
  DeliveryRecord,
  Exchange,
  ExportFile,
  FaultOptions,
  Faults,
  InterfaceName,
  OrderOptions,
  Receiver,
  ReceiverOptions,
  RegisteredTargets,
  RequestFilter,
  RequestRecord,
  ResetOptions,
  Resource,
  SandboxData,
  WebhookTargets,
  WorkspaceInfo,
} from '@delivery-api/sandbox/types';

export type * from '@delivery-api/sandbox/types';

/**
 * How responses are created. `examples`: an example of the contract, without state. `sandbox`: from
 * state, with a simulated clock and webhooks. `proxy`: by a real implementation, and checked against
 * the contract.
 */
export type Mode = 'examples' | 'sandbox' | 'proxy';

/** Options of all modes. */
export interface CommonOptions {
  /** Port to listen on; 0 selects a free port. Default: 0. */
  port?: number;
  /** Name or address to listen on. Default: `127.0.0.1`, reachable from this machine only. */
  host?: string;
  /** Additional allowed host names, without a port, such as `mock.internal`. */
  allowHosts?: readonly string[];
  /**
   * Origins whose web pages may call the interfaces, such as `http://localhost:4000`. They cannot
   * call the control API. Default: none.
   */
  allowOrigins?: readonly string[];
  /** Interfaces to serve; paths of others return 404. Default: both. */
  interfaces?: readonly InterfaceName[];
  /** Called once for each request, with a log line and the same data as an object. */
  log?: (line: string, exchange: Exchange) => void;
}

export interface ExamplesOptions extends CommonOptions {
  mode: 'examples';
  /** Returns the time for the log, in milliseconds since 1970. Default: `Date.now`. */
  clock?: () => number;
  /** Returns a number in [0, 1) for request IDs. Default: random. */
  random?: () => number;
}

export interface SandboxOptions extends CommonOptions {
  /** Default: `sandbox`. */
  mode?: 'sandbox';
  /** Seed for reproducible IDs, names and timing. Default: random. */
  seed?: string;
  /** Start, speed and state of the simulated clock. Default: real time. */
  clock?: ClockOptions;
  /** The webhook target of each interface. See {@link Sandbox.setWebhooks}. */
  webhooks?: WebhookTargets;
  /**
   * The initial data of each workspace: resources, or an exported workspace. Default: the resources
   * of the contract's examples.
   */
  data?: SandboxData | ExportFile;
  /** Maximum number of finished bookings of a partner, and of finished orders. Default: 10,000. */
  maxEntries?: number;
  /** Whether the rate limits of the contract are enforced. Default: false. */
  limits?: boolean;
  /**
   * Where workspaces are kept: `memory`, `file:PATH` for SQLite (Node 22.13 or newer), or
   * `postgres://…`. A response is sent once its effects are stored. Default: `memory`.
   */
  store?: string;
  /** Lets several replicas serve the workspaces of one PostgreSQL database. Default: one process. */
  cluster?: ClusterOptions;
  /**
   * The token that the control API requires, as a bearer token or as the password of Basic
   * authentication: 16 to 200 visible ASCII characters. Default: everybody may use it.
   */
  operatorToken?: string;
  /**
   * Estimated size of the state of all workspaces, in bytes. Above it, idle workspaces are deleted.
   * Default: half of the heap limit of Node.
   */
  memoryBudget?: number;
}

/** What the replicas of a sandbox need to reach each other. */
export interface ClusterOptions {
  /** The base URL at which the other replicas reach this one, such as `http://10.0.0.5:4010`. */
  advertiseUrl: string;
  /** The same 16 to 200 visible ASCII characters for all replicas. */
  secret: string;
}

export interface ProxyOptions extends CommonOptions {
  mode: 'proxy';
  /** The http or https base address of the implementation of each served interface. */
  upstreams: { lastmile?: string; marketplace?: string };
  /** Timeout of an upstream request, including the response body, in seconds. Default: 60. */
  timeoutSeconds?: number;
}

/** Options of {@link startMock}. */
export type MockOptions = ExamplesOptions | SandboxOptions | ProxyOptions;

/** A running mock. */
export interface Mock {
  /** The address of the mock, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The base address of the lastmile interface: the `baseUrl` of a client. */
  readonly lastmile: string;
  /** The base address of the marketplace interface: the `baseUrl` of a client. */
  readonly marketplace: string;
  readonly port: number;
  readonly mode: Mode;
  /** Closes the port and all connections. Can be called repeatedly. */
  stop(): Promise<void>;
}

/**
 * The control functions of one workspace: those of the control API under `/_sandbox`, with the same
 * JSON. Each throws a {@link MockError} with a problem code for an invalid request.
 */
export interface WorkspaceControl {
  /** The seed of this run. */
  readonly seed: string;
  /** Returns the state of the simulated clock. */
  clock(): ClockState;
  /** Changes the speed of the clock, or freezes it. */
  setClock(change: { speed?: number; frozen?: boolean }): ClockState;
  /** Advances the clock, runs all tasks that fall due, and waits for their webhooks. */
  advanceClock(seconds: number): Promise<ClockState>;
  /**
   * Creates a test order and returns it. A scenario that waits for a request
   * (`menu_publishing_fails`) returns what it waits for.
   */
  createOrder(options?: OrderOptions): Resource;
  /** Advances a booking by one step, or to a status, and returns it. */
  advanceBooking(id: string, to?: string): Resource;
  /** Advances an order by one step, or to a status, and returns it. */
  advanceOrder(id: string, to?: string): Resource;
  /** Returns the webhook targets. */
  webhooks(): RegisteredTargets;
  /** Sets webhook targets; `null` removes one, an absent one stays. Default: a generated secret. */
  setWebhooks(targets: WebhookTargets): RegisteredTargets;
  /** Returns the receivers of events beside the targets. */
  receivers(): Receiver[];
  /** Adds a receiver; every event is delivered to it too. */
  addReceiver(options: ReceiverOptions): Receiver;
  /** Removes a receiver. */
  removeReceiver(id: string): void;
  /** Returns the deliveries with their attempts, newest first. */
  deliveries(filter?: DeliveryFilter): DeliveryRecord[];
  /** Sends an event again, by the ID of the delivery or the event. */
  redeliver(id: string): Promise<DeliveryRecord>;
  /** Returns the last 1,000 requests to the interfaces, newest first. */
  requests(filter?: RequestFilter): RequestRecord[];
  /** Returns the active faults. */
  faults(): Faults;
  /** Replaces the faults; `{}` removes all. */
  setFaults(faults: FaultOptions): Faults;
  /** Restores the initial state, except for the webhook targets. */
  reset(options?: ResetOptions): void;
  /** Returns all resources, newest first, up to `limit` of each kind. */
  snapshot(limit?: number): Record<string, unknown>;
  /** Returns the complete state, for `import` or the option `data`. */
  export(): ExportFile;
  /** Replaces the state with an exported one. */
  import(file: ExportFile): void;
}

/** A running sandbox. Its control functions are those of the default workspace. */
export interface Sandbox extends Mock, WorkspaceControl {
  readonly mode: 'sandbox';
  /**
   * Returns the control functions of a workspace, which is created if it does not exist. Requests
   * reach it with a token `test_<workspace>.<identity>`.
   *
   * @param name 1 to 40 of `a-z`, `0-9` and `-`
   */
  workspace(name: string): Promise<WorkspaceControl>;
  /** Returns all workspaces, by name. */
  workspaces(): Promise<WorkspaceInfo[]>;
  /** Deletes a workspace, and returns whether it existed. */
  deleteWorkspace(name: string): Promise<boolean>;
}

/** A proxy in front of real implementations. */
export interface ProxyMock extends Mock {
  readonly mode: 'proxy';
  /** Returns the last 1,000 forwarded requests, newest first. */
  requests(filter?: RequestFilter): RequestRecord[];
  /** Returns the report so far. Also available after `stop`. */
  report(): ProxyReport;
}

/** The findings of a proxy. */
export interface ProxyReport {
  from: string;
  to: string;
  interfaces: { name: InterfaceName; version: string; upstream: string }[];
  counts: {
    requests: number;
    /** Requests that matched no operation of the contract. */
    outside: number;
    request_errors: number;
    answer_errors: number;
    warnings: number;
  };
  /** Every operation of the contracts, called or not. */
  operations: {
    interface: InterfaceName;
    operation: string;
    requests: number;
    /** The statuses of the responses; 0 for no response. */
    statuses: { status: number; count: number; documented: boolean }[];
    /** The documented statuses without a response. */
    never_seen: number[];
  }[];
  /** The operations without a request. */
  never_called: string[];
  findings: ReportedFinding[];
  /** Present if the list of findings is incomplete. The counts are complete. */
  findings_truncated?: true;
}

/** A distinct violation of the contract, with its count and first occurrence. */
export interface ReportedFinding {
  interface: InterfaceName;
  /** Absent if the contract has no such operation. */
  operation?: string;
  /** The status of the response; 0 for no response. */
  status: number;
  in: 'request' | 'answer';
  /** A warning does not violate the contract, but clients must not rely on it. */
  severity: 'error' | 'warning';
  /**
   * A JSON Pointer into the body, the name of a header or parameter, or `status`, `path`, `method`,
   * `body`, `connection`.
   */
  place: string;
  code: string;
  message: string;
  count: number;
  first: { request_id: string; method: string; path: string };
}

/**
 * The mock cannot start, or a control request is invalid. The message is one line, with the fix.
 * `code` is that of a system error (`EADDRINUSE`) or of a problem (`booking_not_found`).
 */
export class MockError extends Error {
  override name = 'MockError';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Starts a server for both interfaces. Any number of independent mocks can run side by side.
 *
 * @throws {MockError} for an invalid option, a port in use, or contracts that are not built
 */
export declare function startMock(options?: SandboxOptions): Promise<Sandbox>;
export declare function startMock(options: ProxyOptions): Promise<ProxyMock>;
export declare function startMock(options: ExamplesOptions): Promise<Mock>;
export declare function startMock(options: MockOptions): Promise<Mock | Sandbox | ProxyMock>;
