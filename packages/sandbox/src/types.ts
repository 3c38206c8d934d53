/** The interfaces that the mock serves. */
export type InterfaceName = 'lastmile' | 'marketplace';

/** How time begins and goes. */
export interface ClockOptions {
  /**
   * The sandbox time to begin with, such as `2026-11-20T18:00:00Z`; the real time unless told
   * otherwise.
   */
  start?: string;
  /** Sandbox seconds in a real second; 1 unless told otherwise. */
  speed?: number;
  /** Whether time stands still until it is advanced. */
  frozen?: boolean;
}

export interface ClockState {
  /** Sandbox time, in UTC with milliseconds. */
  now: string;
  speed: number;
  frozen: boolean;
}

/** What an order is to be like. */
export interface OrderWish {
  store_id?: string;
  /** A scenario of the marketplace contract. */
  scenario?: string;
  /**
   * Parts of an order, or a whole one, in the form of the contract, as `getOrder` answers it before
   * anything has happened to it. What is left out is made
   * up so that it goes with the rest; an `item_id` is enough for a line.
   */
  order?: Record<string, unknown>;
}

/** A booking, an order: what the interface's read answers. */
export interface Resource {
  readonly id: string;
  readonly status: string;
  readonly revision: number;
  // biome-ignore lint/suspicious/noExplicitAny: its type is that of the contract, which this package does not carry
  readonly [member: string]: any;
}

/** A receiver of events. */
export interface WebhookTarget {
  /** http or https. */
  url: string;
  /**
   * `whsec_` and the base64 of 24 to 64 bytes; one is made where none is given, several sign while
   * one is being rotated.
   */
  secrets?: string[];
}

export interface WebhookTargets {
  lastmile?: WebhookTarget | null;
  marketplace?: WebhookTarget | null;
}

/**
 * The targets in force; `null` where there is none, and absent where the interface is not served.
 */
export interface RegisteredTargets {
  lastmile?: Required<WebhookTarget> | null;
  marketplace?: Required<WebhookTarget> | null;
}

/**
 * What a sandbox remembers at the beginning: for each interface lists of resources in the forms of
 * the contract.
 */
export interface SandboxData {
  lastmile?: Record<string, unknown>;
  marketplace?: Record<string, unknown>;
}

export interface ResetOptions {
  data?: SandboxData;
  /**
   * Another seed; that of the start unless told otherwise, or a new one where none was given then.
   */
  seed?: string;
}

/** What may go wrong with an event on its way. `unreachable`: the first attempts never arrive. */
export type EventFaultName =
  | 'duplicate'
  | 'out_of_order'
  | 'delayed'
  | 'bad_signature'
  | 'truncated'
  | 'unreachable';

export interface FaultWishes {
  /** What is to go wrong with the next requests. The first that fits an operation counts. */
  operations?: {
    /** The operationId, or `*` for all. */
    operation: string;
    /** Answer with the problem of this code. */
    code?: string;
    /** Answer with the first problem of this status. */
    status?: number;
    /** Wait so long before the answer, in real time. */
    latency_ms?: number;
    /** Do what was asked, but close the connection without an answer. */
    drop?: boolean;
    /** For how many requests; without end where absent. */
    times?: number;
  }[];
  /** What is to go wrong with the next events. All that fit count. */
  events?: {
    /** `bookingUpdated`, `order_created`, or `*` for both. */
    event: string;
    fault: EventFaultName;
    /** For how many events; without end where absent. */
    times?: number;
  }[];
}

/** The faults that are still to come. */
export type Faults = Required<FaultWishes>;

export type DeliveryState = 'waiting' | 'received' | 'given_up' | 'stopped' | 'untargeted';

export interface DeliveryFilter {
  interface?: InterfaceName;
  /** `bookingUpdated` or `order_created`. */
  type?: string;
  /** The id of a booking or order. */
  subject?: string;
  state?: DeliveryState;
  /** 100 unless told otherwise. */
  limit?: number;
}

/** An event, and how it fared. */
export interface DeliveryRecord {
  id: string;
  interface: InterfaceName;
  /** What every attempt sends as `webhook-id`. */
  event_id: string;
  type: string;
  /** The id of the booking or order that it is about. */
  subject: string;
  /** In sandbox time, as all times here. */
  occurred_at: string;
  /**
   * `waiting`: for an attempt; `received`; `given_up`: the plan is used up; `stopped`: not needed
   * any more; `untargeted`: nobody was registered.
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
  /** What was done to it on purpose. */
  fault?: EventFaultName;
  request: { url: string; headers: Record<string, string> };
  /** What the receiver said; absent where it said nothing. Of the body, the beginning. */
  answer?: { status: number; headers: Record<string, string>; body: string };
  /** Why there was no answer. */
  error?: string;
  /** From the beginning to the answer, in real time. */
  milliseconds: number;
}

export interface RequestFilter {
  interface?: InterfaceName;
  /** The operationId. */
  operation?: string;
  status?: number;
  /** 100 unless told otherwise. */
  limit?: number;
}

/** A request, and what became of it. */
export interface RequestRecord {
  request_id: string;
  at: string;
  method: string;
  path: string;
  interface?: InterfaceName;
  operation?: string;
  /**
   * 0 where the connection was closed without an answer, because a fault or scenario asked for it.
   */
  status: number;
  milliseconds: number;
  /** The `code` of the problem that was answered. */
  code?: string;
  /** What was wrong with the request, each with its place. */
  findings: string[];
  /**
   * What the contract finds wrong with the answer: always empty, unless the mock has a fault or is
   * a proxy.
   */
  answer_findings: string[];
}

/** One request, and what became of it. */
export interface Exchange {
  /** When it arrived, in UTC with milliseconds; in a sandbox, in sandbox time. */
  readonly at: string;
  readonly requestId: string;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** `undefined` outside both interfaces. */
  readonly interface: InterfaceName | undefined;
  /** The operationId; `undefined` where no operation was met. */
  readonly operation: string | undefined;
  /**
   * 0 where the connection was closed without an answer, because a fault or scenario of the sandbox
   * asked for it.
   */
  readonly status: number;
  readonly milliseconds: number;
  /** The `code` of the problem that was answered. */
  readonly code: string | undefined;
  /** What was wrong with the request, each with its place. */
  readonly findings: readonly string[];
  /**
   * What the contract finds wrong with the answer: always empty, unless the mock has a fault or is
   * a proxy. Examples are not looked at.
   */
  readonly answerFindings: readonly string[];
}
