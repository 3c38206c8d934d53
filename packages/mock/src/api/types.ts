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
 * The source of responses. `examples`: the examples in the contract, without state. `sandbox`: a
 * simulation with state, a clock and webhooks. `proxy`: a real implementation; the mock forwards
 * requests to the implementation, and validates requests and responses against the contract.
 */
export type Mode = 'examples' | 'sandbox' | 'proxy';

/** The options that the modes share. */
export interface CommonOptions {
  /** Port to listen on; 0 selects a free port. Default: 0. */
  port?: number;
  /** Host name or IP address to listen on. Default: `127.0.0.1`, for this machine only. */
  host?: string;
  /**
   * Additional host names to accept in the `Host` header, without a port, such as `mock.internal`.
   */
  allowHosts?: readonly string[];
  /**
   * Origins whose web pages can call the interfaces, such as `http://localhost:4000`. These pages
   * cannot call the control API. Default: none.
   */
  allowOrigins?: readonly string[];
  /** Interfaces to serve; not in `proxy` mode. Requests to others return 404. Default: both. */
  interfaces?: readonly InterfaceName[];
  /**
   * Called after each complete request, with a log line and the same data as an object. Not called
   * for accepted preflight requests, for the script, style, icon and data of the built-in page, or
   * for API requests that another replica handles.
   */
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
  /** Mode of the mock server. Default: `sandbox`. */
  mode?: 'sandbox';
  /** Seed for reproducible IDs, names and timing. Default: random. */
  seed?: string;
  /** Settings of the simulated clock. Default: real time. */
  clock?: ClockOptions;
  /** The webhook target of each interface. See {@link Sandbox.setWebhooks}. */
  webhooks?: WebhookTargets;
  /**
   * The initial data of each workspace: resources, or an exported workspace. Default: the resources
   * in the contract's examples.
   */
  data?: SandboxData | ExportFile;
  /**
   * Maximum number of entries of each kind: closed bookings per partner, estimates per partner,
   * closed orders, and idempotency keys per interface. Above the limit, the oldest entries are
   * evicted, except for estimates that can still be booked. Default: 10,000.
   */
  maxEntries?: number;
  /** Whether the mock enforces the rate limits of the contract. Default: false. */
  limits?: boolean;
  /**
   * Storage for workspaces: `memory`, `file:PATH` for SQLite (Node.js 22.13 or later), or
   * `postgres://…`. The mock sends each response after it has stored the changes. Default:
   * `memory`.
   */
  store?: string;
  /** Settings of replicas that share one PostgreSQL database. Default: a single process. */
  cluster?: ClusterOptions;
  /**
   * The token that the control API requires, as a bearer token or as the password for Basic
   * authentication: 16 to 200 visible ASCII characters. Default: the control API requires no token.
   */
  operatorToken?: string;
  /**
   * Limit for the estimated size of all workspaces, in bytes. Above the limit, the mock removes
   * idle workspaces from memory; without persistent storage, it deletes them. Default: half of the
   * Node.js heap limit.
   */
  memoryBudget?: number;
}

/** Settings that the replicas of a sandbox need to reach each other. */
export interface ClusterOptions {
  /**
   * The base URL at which the other replicas reach this replica, such as `http://10.0.0.5:4010`.
   */
  advertiseUrl: string;
  /** A secret that all replicas share: 16 to 200 visible ASCII characters. */
  secret: string;
}

export interface ProxyOptions extends CommonOptions {
  mode: 'proxy';
  /** The http or https base URL of the implementation of each interface to serve. */
  upstreams: { lastmile?: string; marketplace?: string };
  /** Timeout per upstream request, including the response body, in seconds. Default: 60. */
  timeoutSeconds?: number;
}

/** Options of {@link startMock}. */
export type MockOptions = ExamplesOptions | SandboxOptions | ProxyOptions;

/** A running mock. */
export interface Mock {
  /** The URL of the mock, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The base URL of the Lastmile API, for the `baseUrl` option of the client. */
  readonly lastmile: string;
  /** The base URL of the Marketplace API, for the `baseUrl` option of the client. */
  readonly marketplace: string;
  readonly port: number;
  readonly mode: Mode;
  /** Closes the port and all connections. Can be called repeatedly. */
  stop(): Promise<void>;
}

/**
 * The control functions of one workspace. Options and results have the JSON format of the control
 * API under `/_sandbox`. For an invalid request, a function throws a {@link MockError} with a code.
 */
export interface WorkspaceControl {
  /** The current seed. */
  readonly seed: string;
  /** Returns the state of the simulated clock. */
  clock(): ClockState;
  /** Changes the speed of the clock, or freezes or unfreezes it. */
  setClock(change: { speed?: number; frozen?: boolean }): ClockState;
  /**
   * Advances the clock and runs due tasks. Waits for the receivers at each due time. All waits that
   * time out take at most 5 s of real time together.
   */
  advanceClock(seconds: number): Promise<ClockState>;
  /**
   * Creates a test order and returns it. The scenario `menu_publishing_fails` waits for a request
   * instead: no order is created, and `waits_for` in the result contains the operation to call.
   */
  createOrder(options?: OrderOptions): Resource;
  /** Advances a booking by one step, or to a status, and returns it. */
  advanceBooking(id: string, to?: string): Resource;
  /** Advances an order by one step, or to a status, and returns it. */
  advanceOrder(id: string, to?: string): Resource;
  /** Returns the webhook targets. */
  webhooks(): RegisteredTargets;
  /**
   * Sets webhook targets. `null` removes a target; an absent member leaves it unchanged. Default
   * secret: the secret that the sandbox generated.
   */
  setWebhooks(targets: WebhookTargets): RegisteredTargets;
  /** Returns the additional event receivers. The webhook targets are not included. */
  receivers(): Receiver[];
  /** Adds a receiver of events, in addition to the targets. */
  addReceiver(options: ReceiverOptions): Receiver;
  /** Removes a receiver. */
  removeReceiver(id: string): void;
  /** Returns the deliveries with their attempts, newest first. */
  deliveries(filter?: DeliveryFilter): DeliveryRecord[];
  /** Sends a delivery again. The ID of an event selects the first delivery of the event. */
  redeliver(id: string): Promise<DeliveryRecord>;
  /** Returns requests to the interfaces, newest first. The sandbox keeps the last 1,000. */
  requests(filter?: RequestFilter): RequestRecord[];
  /** Returns the active faults. */
  faults(): Faults;
  /** Replaces the faults; `{}` removes all faults. */
  setFaults(faults: FaultOptions): Faults;
  /**
   * Resets the workspace, by default to its initial data. Keeps the webhook targets, the receivers
   * and their secrets.
   */
  reset(options?: ResetOptions): void;
  /**
   * Returns the seed, the clock, and up to `limit` resources of each type (default: 100): stores, and
   * the newest bookings, estimates and orders, newest first.
   */
  snapshot(limit?: number): Record<string, unknown>;
  /** Returns the complete state, for `import` or the `data` option. */
  export(): ExportFile;
  /** Replaces the state with an exported state. */
  import(file: ExportFile): void;
}

/** A running sandbox. Its control functions apply to the default workspace. */
export interface Sandbox extends Mock, WorkspaceControl {
  readonly mode: 'sandbox';
  /**
   * Returns the control functions of a workspace. Creates the workspace if it does not exist. To
   * send API requests to the workspace, use a token in the format `test_<workspace>.<identity>`.
   *
   * @param name 1 to 40 characters: `a-z`, `0-9` and `-`
   */
  workspace(name: string): Promise<WorkspaceControl>;
  /** Returns all workspaces, sorted by name. */
  workspaces(): Promise<WorkspaceInfo[]>;
  /** Deletes a workspace, and returns whether it existed. */
  deleteWorkspace(name: string): Promise<boolean>;
}

/** A proxy in front of real implementations. */
export interface ProxyMock extends Mock {
  readonly mode: 'proxy';
  /** Returns requests to the interfaces, newest first. The proxy keeps the last 1,000. */
  requests(filter?: RequestFilter): RequestRecord[];
  /** Returns the report so far. Also available after `stop`. */
  report(): ProxyReport;
}

/** The findings of a proxy, from the start of the proxy to the time of the report. */
export interface ProxyReport {
  from: string;
  to: string;
  interfaces: { name: InterfaceName; version: string; upstream: string }[];
  counts: {
    requests: number;
    /** Requests that do not match an operation of the contract. */
    outside: number;
    request_errors: number;
    response_errors: number;
    warnings: number;
  };
  /** All operations of the served interfaces, including operations without requests. */
  operations: {
    interface: InterfaceName;
    operation: string;
    requests: number;
    /** The status codes of the responses; 0 if there was no response. */
    statuses: { status: number; count: number; documented: boolean }[];
    /** The documented status codes that no response had. */
    never_seen: number[];
  }[];
  /** The operations without requests. */
  never_called: string[];
  findings: ReportedFinding[];
  /** Present if `findings` is incomplete. `counts` is always complete. */
  findings_truncated?: true;
}

/** A distinct error or warning, with its count and first occurrence. */
export interface ReportedFinding {
  interface: InterfaceName;
  /** Absent if the request does not match an operation. */
  operation?: string;
  /** The status code of the response; 0 if there was no response. */
  status: number;
  in: 'request' | 'response';
  /**
   * `warning`: an unknown field, a late response, or a response body that was not checked, because
   * its content coding is not supported or it is too large.
   */
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
 * The mock cannot start, or a control function fails. The message is one line. `code` is the code
 * of a system error (`EADDRINUSE`) or of a problem (`booking_not_found`), and `undefined` for other
 * errors.
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
 * Starts a server for one or both interfaces. You can run several independent mocks at once.
 *
 * @throws {MockError} if an option is invalid, the port is in use, the storage cannot be used, or
 * the contracts are not built
 */
export declare function startMock(options?: SandboxOptions): Promise<Sandbox>;
export declare function startMock(options: ProxyOptions): Promise<ProxyMock>;
export declare function startMock(options: ExamplesOptions): Promise<Mock>;
export declare function startMock(options: MockOptions): Promise<Mock | Sandbox | ProxyMock>;
