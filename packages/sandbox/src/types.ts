/** The interfaces that the mock serves. */
export type InterfaceName = 'lastmile' | 'marketplace';

/** The start and the speed of the simulated clock. */
export interface ClockOptions {
  /** Simulated time at the start, such as `2026-11-20T18:00:00Z`. Default: the real time. */
  start?: string;
  /** Simulated seconds in a real second. Default: 1. */
  speed?: number;
  /** Whether time changes only when it is advanced. Default: false. */
  frozen?: boolean;
}

export interface ClockState {
  /** Simulated time, in UTC with milliseconds. */
  now: string;
  speed: number;
  frozen: boolean;
}

/** The test order to create. */
export interface OrderOptions {
  store_id?: string;
  /** A scenario of the marketplace contract. */
  scenario?: string;
  /**
   * Members of an order in the format of the contract, as `getOrder` returns a new order. The sandbox
   * adds consistent values for the others; a line needs only an `item_id`.
   */
  order?: Record<string, unknown>;
}

/** A booking or an order, as the interface returns it. */
export interface Resource {
  readonly id: string;
  readonly status: string;
  readonly revision: number;
  // biome-ignore lint/suspicious/noExplicitAny: the types of the contract are not part of this package
  readonly [member: string]: any;
}

/** A receiver of events. */
export interface WebhookTarget {
  /** http or https. */
  url: string;
  /**
   * Each is `whsec_` and the base64 of 24 to 64 bytes; several during a rotation. Default: a secret
   * of the sandbox.
   */
  secrets?: string[];
}

export interface WebhookTargets {
  lastmile?: WebhookTarget | null;
  marketplace?: WebhookTarget | null;
}

/** The registered targets: `null` without a target, absent for an interface that is not served. */
export interface RegisteredTargets {
  lastmile?: Required<WebhookTarget> | null;
  marketplace?: Required<WebhookTarget> | null;
}

/** The initial state of a sandbox: for each interface, lists of resources in contract format. */
export interface SandboxData {
  lastmile?: Record<string, unknown>;
  marketplace?: Record<string, unknown>;
}

/** Conditions of a Lastmile store. A member that is absent does not change. */
export interface StoreConditions {
  lifecycle?: 'active' | 'paused' | 'inactive';
  /** The load of the store. With `full` it accepts no immediate deliveries. */
  level?: 'normal' | 'busy' | 'full';
  /** The additional waiting time at the pickup, in minutes. */
  extra_wait_minutes?: number;
}

/** A reason why a store accepts no orders, set by the marketplace. */
export interface BlockerOptions {
  /** A `StoreBlockerCode` of the contract that does not follow from hours, menu or status. */
  code: string;
  /** Default: a text that names the sandbox. */
  message?: string;
  /** Simulated time. Default: until the blockers are set again. */
  until?: string;
}

/** A receiver of events in addition to the targets. */
export interface ReceiverOptions {
  /** http or https. */
  url: string;
  /** Default: all interfaces that are served. */
  interfaces?: InterfaceName[];
  /** Default: the secret of the sandbox. */
  secrets?: string[];
  /**
   * Removes the receiver after so many seconds of real time without a heartbeat. Default: it stays
   * until it is removed.
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
  /** Internal; use `data` to start with resources of your own. */
  state: Record<string, unknown>;
}

/** A workspace: a sandbox of its own. */
export interface WorkspaceInfo {
  name: string;
  /** Whether it is in memory; a stored one is loaded by its next request. */
  in_memory: boolean;
  seed?: string;
  /** Real time of the last request. */
  last_used_at?: string;
  estimated_bytes?: number;
}

export interface ResetOptions {
  data?: SandboxData;
  /** Default: the seed of the start, or a new random seed when the start had none. */
  seed?: string;
}

/** A fault of a webhook delivery. `unreachable`: the first attempts fail. */
export type EventFaultName =
  | 'duplicate'
  | 'out_of_order'
  | 'delayed'
  | 'bad_signature'
  | 'truncated'
  | 'unreachable';

export interface FaultOptions {
  /** Faults for the next requests. The first one that matches an operation applies. */
  operations?: {
    /** The operationId, or `*` for all. */
    operation: string;
    /** Respond with the problem of this code. */
    code?: string;
    /** Respond with the first problem of this status. */
    status?: number;
    /** Delay of the response, in real time; a range gives a random delay in it. */
    latency_ms?: number | { min: number; max: number } | { p50: number; p99: number };
    /** Carry the request out, but close the connection without a response. */
    drop?: boolean;
    /** Only requests of this partner of Lastmile. */
    partner?: string;
    /** Only requests with this id in the path, or as `booking_id` in the body. */
    id?: string;
    /** Only requests whose body has this value at a JSON Pointer. */
    body?: { pointer: string; equals: unknown };
    /** The number of requests. Default: unlimited. */
    times?: number;
  }[];
  /** Faults for the next events. All that match apply. */
  events?: {
    /** `bookingUpdated`, `order_created`, or `*` for both. */
    event: string;
    fault: EventFaultName;
    /** Only events about this booking or order. */
    subject?: string;
    /** The number of events. Default: unlimited. */
    times?: number;
  }[];
}

/** The faults that have uses left. */
export type Faults = Required<FaultOptions>;

export type DeliveryState = 'waiting' | 'received' | 'given_up' | 'stopped' | 'untargeted';

export interface DeliveryFilter {
  interface?: InterfaceName;
  /** `bookingUpdated` or `order_created`. */
  type?: string;
  /** The id of a booking or order. */
  subject?: string;
  state?: DeliveryState;
  /** Default: 100. */
  limit?: number;
}

/** An event and its delivery. All times are simulated time. */
export interface DeliveryRecord {
  id: string;
  interface: InterfaceName;
  /** The id of the receiver; `main` for the target of `/_sandbox/webhooks`. */
  target: string;
  /** The `webhook-id` of every attempt. */
  event_id: string;
  type: string;
  /** The id of the booking or order that the event is about. */
  subject: string;
  occurred_at: string;
  /**
   * `waiting`: an attempt is scheduled or in flight; `received`: the receiver responded 2xx;
   * `given_up`: the schedule has ended; `stopped`: the event is no longer needed, or the receiver
   * responded 410; `untargeted`: no target was registered.
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
  /** The response of the receiver, with the beginning of its body. */
  answer?: { status: number; headers: Record<string, string>; body: string };
  /** Why there was no response. */
  error?: string;
  /** Duration, in real time. */
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

/** A request and the outcome. */
export interface RequestRecord {
  request_id: string;
  at: string;
  method: string;
  path: string;
  interface?: InterfaceName;
  operation?: string;
  /** 0 when a fault or a scenario closed the connection without a response. */
  status: number;
  milliseconds: number;
  /** Package or program that sent the request, with its version: `curl/8.5.0`. */
  client?: string;
  /** Number of the attempt, if the client sends it; a retry has at least 2. */
  attempt?: number;
  /** The `code` of the problem in the response. */
  code?: string;
  /** The errors of the request, each with its place. */
  findings: string[];
  /** Differences between the response and the contract. Empty, except for a proxy or a bug. */
  answer_findings: string[];
}

/** A request and the outcome, as passed to `log`. */
export interface Exchange {
  /** When it arrived, in UTC with milliseconds; simulated time in a sandbox. */
  readonly at: string;
  readonly requestId: string;
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** `undefined` outside both interfaces. */
  readonly interface: InterfaceName | undefined;
  /** The operationId; `undefined` when no operation matched. */
  readonly operation: string | undefined;
  /** 0 when a fault or a scenario closed the connection without a response. */
  readonly status: number;
  readonly milliseconds: number;
  /** Package or program that sent the request, with its version: `curl/8.5.0`. */
  readonly client?: string | undefined;
  /** Number of the attempt, if the client sends it; a retry has at least 2. */
  readonly attempt?: number | undefined;
  /** The `code` of the problem in the response. */
  readonly code: string | undefined;
  /** The errors of the request, each with its place. */
  readonly findings: readonly string[];
  /**
   * Differences between the response and the contract. Empty, except for a proxy or a bug. Examples
   * are not validated.
   */
  readonly answerFindings: readonly string[];
}
