import type { Attempt, Delivery, Target, WebhookFault } from './delivery.ts';
import { post, type Receipt } from './post.ts';
import { signedHeaders } from './sign.ts';

/** How many attempts the fault `unreachable` swallows. */
const swallowed = 4;
const nobodyThere: Receipt = {
  status: undefined,
  headers: {},
  body: '',
  error: 'nobody was to be reached, on purpose',
  milliseconds: 0,
};

/** What is decided about an attempt before it is made. */
export interface Circumstances {
  number: number;
  /** When it is made, in sandbox time. */
  at: string;
  /** The same in real time, in seconds since 1970. */
  timestamp: number;
  /** What is to go wrong with the event. */
  faults: readonly WebhookFault[];
  /** What this attempt is, where it is one of the faults itself. */
  fault: WebhookFault | undefined;
  timeoutSeconds: number;
  signal: AbortSignal;
}

/**
 * Makes one attempt to deliver an event, spoilt on purpose where a fault says so. It never rejects.
 */
export async function attempt(
  { url, secrets }: Target,
  { eventId, body }: Delivery,
  { number, at, timestamp, faults, fault, timeoutSeconds, signal }: Circumstances,
): Promise<Attempt> {
  const spoilt =
    number === 1 ? faults.find((one) => one === 'bad_signature' || one === 'truncated') : undefined;
  const requestHeaders = signedHeaders(
    secrets,
    eventId,
    timestamp,
    spoilt === 'bad_signature' ? `${body} ` : body,
  );
  const sent = spoilt === 'truncated' ? body.slice(0, Math.floor(body.length / 2)) : body;
  if (number <= swallowed && faults.includes('unreachable')) {
    return { number, at, url, requestHeaders, fault: 'unreachable', ...nobodyThere };
  }
  const receipt = await post(url, requestHeaders, sent, timeoutSeconds, signal);
  return { number, at, url, requestHeaders, fault: fault ?? spoilt, ...receipt };
}
