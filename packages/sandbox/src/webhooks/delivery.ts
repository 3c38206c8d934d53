import type { Receipt } from './post.ts';

/** Where events go: a receiver, and the secrets with which they are signed. */
export interface Target {
  url: string;
  secrets: string[];
}

/**
 * What can be made to go wrong on the way, so that a receiver can be tried against it.
 * `unreachable`: the first attempts never arrive.
 */
export const webhookFaults = [
  'duplicate',
  'out_of_order',
  'delayed',
  'bad_signature',
  'truncated',
  'unreachable',
] as const;
export type WebhookFault = (typeof webhookFaults)[number];

export interface Attempt extends Receipt {
  number: number;
  /** When it was sent, in sandbox time. */
  at: string;
  url: string;
  requestHeaders: Record<string, string>;
  /** What was done to it on purpose. */
  fault: WebhookFault | undefined;
}

/**
 * `waiting`: another attempt is planned or on its way; `received`: a 2xx came; `given_up`: the
 * schedule is used up; `stopped`: it is not needed any more, or the target said 410; `untargeted`:
 * nobody is registered.
 */
export const deliveryStates = ['waiting', 'received', 'given_up', 'stopped', 'untargeted'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * One event on its way to its receiver. The body is made once, so that every attempt carries the
 * same bytes.
 */
export interface Delivery {
  id: string;
  eventId: string;
  type: string;
  /** The booking or order that it is about. */
  subject: string;
  occurredAt: string;
  body: string;
  state: DeliveryState;
  attempts: Attempt[];
  nextAttemptAt: string | undefined;
}
