import type {
  ClockOptions,
  ClockState,
  DeliveryFilter,
  DeliveryRecord,
  Exchange,
  Faults,
  FaultWishes,
  InterfaceName,
  OrderWish,
  RegisteredTargets,
  RequestFilter,
  RequestRecord,
  ResetOptions,
  Resource,
  SandboxData,
  WebhookTargets,
} from '@delivery-api/sandbox/types.ts';

export type * from '@delivery-api/sandbox/types.ts';

/**
 * How answers come about. `examples`: each valid request is answered with an example of the
 * contract; nothing is remembered. `sandbox`: the mock
 * remembers, moves on a clock and sends webhooks. `proxy`: a real implementation answers; the
 * contract judges what passes.
 */
export type Mode = 'examples' | 'sandbox' | 'proxy';

/** What every mode takes. */
export interface CommonOptions {
  /** The port; 0, the default, takes any free one. */
  port?: number;
  /**
   * The name or address to listen on; `127.0.0.1` unless told otherwise, so that nobody else can
   * reach it.
   */
  host?: string;
  /**
   * Further names under which it may be called, without a port, such as `mock.internal`; names that
   * lead here anyway need not be among them.
   */
  allowHosts?: readonly string[];
  /**
   * The interfaces to serve; both unless told otherwise. A path of one that is not served is 404.
   */
  interfaces?: readonly InterfaceName[];
  /** Is called once for each answered request, with a line for people and the same as data. */
  log?: (line: string, exchange: Exchange) => void;
}

export interface ExamplesOptions extends CommonOptions {
  mode: 'examples';
  /** Milliseconds since 1970, for the times in the log; `Date.now` unless told otherwise. */
  clock?: () => number;
  /**
   * A number from 0 up to, but not including, 1, for request ids; truly random unless told
   * otherwise.
   */
  random?: () => number;
}

export interface SandboxOptions extends CommonOptions {
  /** The sandbox is what starts unless told otherwise. */
  mode?: 'sandbox';
  /**
   * Makes ids, names and timings repeatable: with the clock stepped, two runs of one seed are the
   * same. Another one each time unless told otherwise.
   */
  seed?: string;
  /** How time begins and goes; real time unless told otherwise. */
  clock?: ClockOptions;
  /** Where events go: a receiver for each interface. More with {@link Sandbox.setWebhooks}. */
  webhooks?: WebhookTargets;
  /**
   * What the sandbox remembers at the beginning; the resources of the contract's examples unless
   * told otherwise.
   */
  data?: SandboxData;
  /**
   * How many finished bookings a partner, or finished orders, are remembered; the oldest finished
   * goes first. 10,000 unless told otherwise.
   */
  maxEntries?: number;
  /** Whether the rates of the contract are enforced; not unless told otherwise. */
  limits?: boolean;
}

export interface ProxyOptions extends CommonOptions {
  mode: 'proxy';
  /**
   * The base address of the real implementation, for each interface that is to be served. http or
   * https.
   */
  upstreams: { lastmile?: string; marketplace?: string };
  /**
   * How long an upstream may take, from the request to the end of its answer; 60 seconds unless
   * told otherwise.
   */
  timeoutSeconds?: number;
}

/** What {@link startMock} takes. */
export type MockOptions = ExamplesOptions | SandboxOptions | ProxyOptions;

/** A running mock. */
export interface Mock {
  /** Where it listens, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The base address of the lastmile interface: the `baseUrl` of a client. */
  readonly lastmile: string;
  /** The base address of the marketplace interface: the `baseUrl` of a client. */
  readonly marketplace: string;
  readonly port: number;
  readonly mode: Mode;
  /** Ends it: closes the port and all connections. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * A running sandbox. Its functions do what the control surface under `/_sandbox` does, and take and
 * give the same JSON.
 * Each throws a {@link MockError} with a `code` of the contract when it is asked for something that
 * makes no sense.
 */
export interface Sandbox extends Mock {
  readonly mode: 'sandbox';
  /** The seed of this run. */
  readonly seed: string;
  /** Tells the time of the sandbox, and how it goes. */
  clock(): ClockState;
  /** ChangeFeed how time goes. */
  setClock(change: { speed?: number; frozen?: boolean }): ClockState;
  /** Lets time jump ahead, and plays all that falls into it; waits for the webhooks on the way. */
  advanceClock(seconds: number): Promise<ClockState>;
  /**
   * Lets an order arrive, and answers it. A scenario that waits for a request instead
   * (`menu_publishing_fails`) answers that.
   */
  createOrder(wish?: OrderWish): Resource;
  /** Moves a booking along its story: to a status, or one step; answers the booking. */
  advanceBooking(id: string, to?: string): Resource;
  /** Moves an order along its story: to a status, or one step; answers the order. */
  advanceOrder(id: string, to?: string): Resource;
  /** Where events go. */
  webhooks(): RegisteredTargets;
  /**
   * Registers where events go: `null` for nowhere; what is not named stays. A secret is made where
   * none is given.
   */
  setWebhooks(targets: WebhookTargets): RegisteredTargets;
  /** The events with their attempts, newest first. */
  deliveries(filter?: DeliveryFilter): DeliveryRecord[];
  /** Sends an event once more, by the id of the delivery or the event. */
  redeliver(id: string): Promise<DeliveryRecord>;
  /** What was asked of the interfaces, newest first: the last 1,000 requests. */
  requests(filter?: RequestFilter): RequestRecord[];
  /** The faults that are still to come. */
  faults(): Faults;
  /** Makes things go wrong, instead of what was asked for before; `{}` for nothing. */
  setFaults(faults: FaultWishes): Faults;
  /** Forgets everything but the webhook targets, and begins anew. */
  reset(options?: ResetOptions): void;
  /** Everything that is remembered, newest first: as many as `limit` of each kind. */
  snapshot(limit?: number): Record<string, unknown>;
}

/** A proxy in front of real implementations. */
export interface ProxyMock extends Mock {
  readonly mode: 'proxy';
  /** What passed, newest first: the last 1,000 requests. */
  requests(filter?: RequestFilter): RequestRecord[];
  /** Everything that has passed so far, added up; also after the end. */
  report(): ProxyReport;
}

/** What a proxy has seen. */
export interface ProxyReport {
  from: string;
  to: string;
  interfaces: { name: InterfaceName; version: string; upstream: string }[];
  counts: {
    requests: number;
    /** Those that met no operation of the contract. */
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
    /** What was answered; 0 stands for no answer. */
    statuses: { status: number; count: number; documented: boolean }[];
    /** The documented statuses that never came. */
    never_seen: number[];
  }[];
  /** The operations that nobody called. */
  never_called: string[];
  findings: ReportedFinding[];
  /**
   * Present when there were so many different findings that some were left out; they are counted.
   */
  findings_truncated?: true;
}

/** Something that the contract finds wrong, with how often and where it came first. */
export interface ReportedFinding {
  interface: InterfaceName;
  /** Absent where the contract has no such operation. */
  operation?: string;
  /** What was answered; 0 stands for no answer. */
  status: number;
  in: 'request' | 'answer';
  /** A warning is nothing that the contract forbids, but something that nobody should rely on. */
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
 * A mock that cannot start, or a sandbox that was asked for something that makes no sense: one line
 * that says why and what to do. `code` is that of the
 * system where it had one (`EADDRINUSE`), or of the contract (`validation_failed`,
 * `booking_not_found`).
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
 * Starts a server of its own that answers both interfaces from their contracts. Any number may run
 * side by side; none knows of another.
 *
 * @throws {MockError} when an option makes no sense, the port is taken, or the contracts have not
 * been built
 */
export declare function startMock(options?: SandboxOptions): Promise<Sandbox>;
export declare function startMock(options: ProxyOptions): Promise<ProxyMock>;
export declare function startMock(options: ExamplesOptions): Promise<Mock>;
export declare function startMock(options: MockOptions): Promise<Mock | Sandbox | ProxyMock>;
