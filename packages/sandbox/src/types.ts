/** The interfaces that the mock serves. */
export type InterfaceName = 'lastmile' | 'marketplace';

/** The settings of the simulated clock. */
export interface ClockOptions {
  /** Simulated start time, such as `2026-11-20T18:00:00Z`. Default: the real time. */
  start?: string;
  /** Simulated seconds per real second. Default: 1. */
  speed?: number;
  /** Whether the clock is frozen: its time changes only when you advance it. Default: false. */
  frozen?: boolean;
}

export interface ClockState {
  /** Simulated time, in UTC with milliseconds. */
  now: string;
  speed: number;
  frozen: boolean;
}

/** The options for a test order. */
export interface OrderOptions {
  store_id?: string;
  /** A scenario in the Marketplace contract. */
  scenario?: string;
  /**
   * Members of a new order, in the format that `getOrder` returns. The sandbox adds consistent
   * values for the other members. A line requires only an `item_id`.
   */
  order?: Record<string, unknown>;
}

/** A booking or an order, in the format of the contract. */
export interface Resource {
  readonly id: string;
  readonly status: string;
  readonly revision: number;
  // biome-ignore lint/suspicious/noExplicitAny: the types of the contract are not part of this package
  readonly [member: string]: any;
}

/** The webhook target of an interface. */
export interface WebhookTarget {
  /** An http or https URL. */
  url: string;
  /**
   * Each secret is `whsec_` followed by the Base64 encoding of 24 to 64 bytes. Set several secrets
   * during a rotation. Default: the secret that the sandbox generated.
   */
  secrets?: string[];
}

export interface WebhookTargets {
  lastmile?: WebhookTarget | null;
  marketplace?: WebhookTarget | null;
}

/** The registered targets: `null` if there is no target, absent if the interface is not served. */
export interface RegisteredTargets {
  lastmile?: Required<WebhookTarget> | null;
  marketplace?: Required<WebhookTarget> | null;
}

/** The initial data: resources in contract format, and the stores of Marketplace integrations. */
export interface SandboxData {
  lastmile?: Record<string, unknown>;
  marketplace?: Record<string, unknown>;
}

/** Conditions of a Lastmile store. The sandbox does not change conditions that are absent. */
export interface StoreConditions {
  lifecycle?: 'active' | 'paused' | 'inactive';
  /** The load of the store. At `full`, the store accepts no immediate deliveries. */
  level?: 'normal' | 'busy' | 'full';
  /** Additional waiting time at the pickup, in minutes. */
  extra_wait_minutes?: number;
}

/** A reason why a store accepts no orders, such as a suspension by the marketplace. */
export interface BlockerOptions {
  /** A `StoreBlockerCode` that does not result from the store's hours, menu or requested status. */
  code: string;
  /** Default: a message that mentions the sandbox. */
  message?: string;
  /** Simulated time at which the blocker ends. Default: the blocker has no end time. */
  until?: string;
}

/** An event receiver in addition to the configured targets. */
export interface ReceiverOptions {
  /** An http or https URL. */
  url: string;
  /** Interfaces whose events the receiver gets. Default: all interfaces that are served. */
  interfaces?: InterfaceName[];
  /** Secrets for signing the events. Default: the secret that the sandbox generated. */
  secrets?: string[];
  /**
   * Time without a heartbeat after which the sandbox removes the receiver, in real seconds.
   * Default: the receiver does not expire.
   */
  expires_after_seconds?: number;
}

export interface Receiver extends Required<Omit<ReceiverOptions, 'expires_after_seconds'>> {
  id: string;
  expires_after_seconds?: number;
}

/** The complete state of a workspace, for another sandbox. */
export interface ExportFile {
  format: 'delivery-sandbox-workspace';
  /** The version of `state`. */
  version: number;
  /** Simulated time of the export. */
  exported_at: string;
  /** SHA-256 of `state` as compact JSON, in hexadecimal. */
  digest: string;
  /** Internal format. To start with your own resources, use `data`. */
  state: Record<string, unknown>;
}

/** A workspace: an isolated sandbox. */
export interface WorkspaceInfo {
  name: string;
  /** Whether the workspace is in memory. If not, the next request loads it from the storage. */
  in_memory: boolean;
  seed?: string;
  /** Real time of the last request. */
  last_used_at?: string;
  estimated_bytes?: number;
}

export interface ResetOptions {
  /** Default: the data of the start. After a start from an exported workspace: the examples. */
  data?: SandboxData;
  /** Default: the seed that the sandbox was started with, or a new random seed if it had none. */
  seed?: string;
}

/** A fault in a webhook delivery. `unreachable`: the first four attempts fail. */
export type EventFaultName =
  | 'duplicate'
  | 'out_of_order'
  | 'delayed'
  | 'bad_signature'
  | 'truncated'
  | 'unreachable';

export interface FaultOptions {
  /** Faults for the next requests. The first fault that matches a request applies. */
  operations?: {
    /** The operationId, or `*` for all operations. */
    operation: string;
    /** The code of the problem to return. */
    code?: string;
    /** The status of the problem to return: the operation's first problem with this status. */
    status?: number;
    /**
     * Delay of the response, in real milliseconds. `min` and `max`, or `p50` and `p99`, make it
     * random.
     */
    latency_ms?: number | { min: number; max: number } | { p50: number; p99: number };
    /** Whether to execute the request, and then close the connection without a response. */
    drop?: boolean;
    /** Only requests from this Lastmile partner. */
    partner?: string;
    /** Only requests with this ID in the path, or as `booking_id` in the body. */
    id?: string;
    /** Only requests whose body has the value `equals` at the JSON Pointer `pointer`. */
    body?: { pointer: string; equals: unknown };
    /** Number of requests to affect. Default: unlimited. */
    times?: number;
  }[];
  /** Faults for the next events. All faults that match an event apply. */
  events?: {
    /** `bookingUpdated`, `order_created`, or `*` for both event types. */
    event: string;
    fault: EventFaultName;
    /** Only events about the booking or order with this ID. */
    subject?: string;
    /** Number of events to affect. Default: unlimited. */
    times?: number;
  }[];
}

/** The active faults. `times` is the number of remaining requests or events. */
export type Faults = Required<FaultOptions>;

export type DeliveryState = 'waiting' | 'received' | 'given_up' | 'stopped' | 'untargeted';

export interface DeliveryFilter {
  interface?: InterfaceName;
  /** `bookingUpdated` or `order_created`. */
  type?: string;
  /** The ID of a booking or order. */
  subject?: string;
  state?: DeliveryState;
  /** Default: 100. */
  limit?: number;
}

/** An event and its delivery. `at` and the members that end in `_at` are in simulated time. */
export interface DeliveryRecord {
  id: string;
  interface: InterfaceName;
  /** The ID of the receiver; `main` for the target that `/_sandbox/webhooks` sets. */
  target: string;
  /** The `webhook-id` header of every attempt. */
  event_id: string;
  type: string;
  /** The ID of the booking or order that the event is about. */
  subject: string;
  occurred_at: string;
  /**
   * `waiting`: an attempt is scheduled or in progress; `received`: the receiver responded with 2xx;
   * `given_up`: all attempts failed; `stopped`: the event is no longer needed, or the receiver
   * responded with 410; `untargeted`: no target was registered, or it was removed.
   */
  state: DeliveryState;
  next_attempt_at?: string;
  attempts: AttemptRecord[];
  event: Record<string, unknown>;
}

/** One attempt to deliver an event. */
export interface AttemptRecord {
  number: number;
  at: string;
  /** The fault that was injected into this attempt. */
  fault?: EventFaultName;
  request: { url: string; headers: Record<string, string> };
  /** The response from the receiver, with the beginning of its body. */
  response?: { status: number; headers: Record<string, string>; body: string };
  /** The reason why there was no response. */
  error?: string;
  /** Duration, in real milliseconds. */
  milliseconds: number;
}

export interface RequestFilter {
  interface?: InterfaceName;
  /** The operationId. */
  operation?: string;
  status?: number;
  /** Default: 100. */
  limit?: number;
}

/** A request to an interface and its outcome. */
export interface RequestRecord {
  request_id: string;
  at: string;
  method: string;
  path: string;
  interface?: InterfaceName;
  operation?: string;
  /** The status code; 0 if a fault or a scenario closed the connection without a response. */
  status: number;
  milliseconds: number;
  /** The package or program that sent the request, with its version, such as `curl/8.5.0`. */
  client?: string;
  /** Number of the attempt, if the client sends it; 2 or more for a retry. */
  attempt?: number;
  /** The `code` of the problem in the response. */
  code?: string;
  /** The errors in the request with their locations; for a problem without errors, its `detail`. */
  findings: string[];
  /** Findings in the response. Always empty outside `proxy` mode, unless the mock has a bug. */
  response_findings: string[];
}

/** A request and its outcome, in the format that `log` receives. */
export interface Exchange {
  /** When the request arrived, in UTC with milliseconds; simulated time in a sandbox. */
  readonly at: string;
  readonly requestId: string;
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** `undefined` if the path does not belong to an interface. */
  readonly interface: InterfaceName | undefined;
  /** The operationId; `undefined` if no operation matched. */
  readonly operation: string | undefined;
  /** The status code; 0 if a fault or a scenario closed the connection without a response. */
  readonly status: number;
  readonly milliseconds: number;
  /** The package or program that sent the request, with its version, such as `curl/8.5.0`. */
  readonly client?: string | undefined;
  /** Number of the attempt, if the client sends it; 2 or more for a retry. */
  readonly attempt?: number | undefined;
  /** The `code` of the problem in the response. */
  readonly code: string | undefined;
  /** The errors in the request with their locations; for a problem without errors, its `detail`. */
  readonly findings: readonly string[];
  /**
   * Findings in the response. Always empty outside `proxy` mode, unless the mock has a bug.
   * Responses in `examples` mode are not validated.
   */
  readonly responseFindings: readonly string[];
}
