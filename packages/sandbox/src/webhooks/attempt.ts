import type { Attempt, Delivery, WebhookFault, WebhookResult } from '../kernel/delivery.ts';
import { signedHeaders } from './sign.ts';
import type { Target } from './target.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Number of attempts that fail because of the `unreachable` fault. */
const unreachableAttempts = 4;
const unreachable: WebhookResult = {
  headers: {},
  body: '',
  error: 'connection failed (injected fault `unreachable`)',
  milliseconds: 0,
};

/** The properties of an attempt before it is sent. */
export interface AttemptOptions {
  number: number;
  /** Simulated time. */
  at: string;
  /** Real time, in seconds since 1970. */
  timestamp: number;
  /** The fault that causes this attempt. */
  fault: WebhookFault | undefined;
  timeoutSeconds: number;
  signal: AbortSignal;
}

/** Makes one attempt, with the faults of its delivery. The promise never rejects. */
export async function attempt(
  send: WebhookSender,
  { url, secrets }: Target,
  { eventId, body, faults }: Delivery,
  { number, at, timestamp, fault, timeoutSeconds, signal }: AttemptOptions,
): Promise<Attempt> {
  const corruption =
    number === 1
      ? faults.find((candidate) => candidate === 'bad_signature' || candidate === 'truncated')
      : undefined;
  const signedBody = corruption === 'bad_signature' ? `${body} ` : body;
  const sentBody = corruption === 'truncated' ? body.slice(0, Math.floor(body.length / 2)) : body;
  const headers = signedHeaders(secrets, eventId, timestamp, signedBody);
  const made = { number, at, url, requestHeaders: headers };
  if (number <= unreachableAttempts && faults.includes('unreachable'))
    return { ...made, fault: 'unreachable', ...unreachable };
  const result = await send({ url, headers, body: sentBody, timeoutSeconds, signal });
  return { ...made, fault: fault ?? corruption, ...result };
}
