import type { JsonObject } from '@delivery-api/specs/contract';

/** The faults that can be injected into a delivery. `unreachable`: the first four attempts fail. */
export const webhookFaults = [
  'duplicate',
  'out_of_order',
  'delayed',
  'bad_signature',
  'truncated',
  'unreachable',
] as const;
export type WebhookFault = (typeof webhookFaults)[number];

/**
 * `waiting`: an attempt is scheduled or in flight; `received`: the receiver responded with 2xx;
 * `given_up`: all attempts failed; `stopped`: the event is no longer needed, or the receiver
 * responded with 410; `untargeted`: no target was registered, or it was removed.
 */
export const deliveryStates = ['waiting', 'received', 'given_up', 'stopped', 'untargeted'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The response from a receiver, or the reason why there is none. */
export interface WebhookResult {
  status?: number | undefined;
  headers: Record<string, string>;
  /** The beginning of the response body, for troubleshooting. */
  body: string;
  error?: string | undefined;
  /** Duration, in real milliseconds. */
  milliseconds: number;
}

/** One attempt to deliver an event. */
export interface Attempt extends WebhookResult {
  number: number;
  /** When the attempt was sent, in simulated time. */
  at: string;
  url: string;
  requestHeaders: Record<string, string>;
  /** The fault that was injected into this attempt. */
  fault?: WebhookFault | undefined;
}

/** An attempt that waits for a free connection or for its response. */
export interface PendingAttempt {
  /** Set once the attempt is in flight. */
  readonly number?: number;
  /** Whether the attempt is made in addition to the schedule, in any state of the delivery. */
  readonly isExtra: boolean;
  /** The fault that causes this attempt. */
  readonly fault?: WebhookFault;
}

/** One event and its delivery to one target. */
export interface Delivery {
  readonly id: string;
  /** The ID of the target. */
  readonly target: string;
  readonly eventId: string;
  readonly type: string;
  /** The ID of the booking or order that the event is about. */
  readonly subject: string;
  readonly occurredAt: string;
  /** Serialized once: every attempt sends these bytes, unless a fault truncates them. */
  readonly body: string;
  readonly state: DeliveryState;
  /** The attempts that have ended. */
  readonly attempts: readonly Attempt[];
  readonly nextAttemptAt?: string | undefined;
  readonly pending: readonly PendingAttempt[];
  /** The number of attempts that were scheduled. */
  readonly scheduled: number;
  /** The number of attempts that were sent. */
  readonly sent: number;
  /** Time after which no retry is scheduled, in milliseconds since 1970. */
  readonly until?: number;
  readonly faults: readonly WebhookFault[];
  /** The ID of the delivery that is held until the first attempt of this delivery has ended. */
  readonly overtakes?: string;
}

export interface SendOptions {
  /**
   * Time after which no retry is useful, in milliseconds since 1970. Default: retries end with the
   * schedule of the contract.
   */
  until?: number;
  faults?: readonly WebhookFault[];
}

/** Sends events and stores their deliveries. Contains only the functions that a behavior uses. */
export interface EventDispatcher {
  /**
   * Sends an event to all targets.
   *
   * @param subject the ID of the booking or order
   * @returns the delivery to the first target; without targets, an `untargeted` delivery
   */
  send(event: JsonObject, subject: string, options?: SendOptions): Delivery;
  /** Calls `listener` after each attempt, with the delivery and the attempt. */
  onAttempt(listener: (delivery: Delivery, attempt: Attempt) => void): void;
  /**
   * Sends an event again, in addition to its schedule. Skips targets that are no longer registered.
   *
   * @param id the ID of a delivery, or of an event to select all its deliveries
   * @param onlyReceived whether to skip deliveries without a 2xx response. Default: false
   * @returns the delivery with the ID, or all deliveries of the event, including skipped ones
   */
  redeliver(id: string, options?: { onlyReceived?: boolean }): Delivery[];
  /** Stops the waiting deliveries of an event. */
  stop(eventId: string): void;
}
