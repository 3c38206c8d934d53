import { bodyBytes, eventIn, type WebhookBody } from './body.js';
import { WebhookVerificationError } from './error.js';
import { headerValue, type WebhookHeaders } from './headers.js';
import { isSigned, keyOf, signaturesIn, signedContent } from './signature.js';

/**
 * A string of which nothing is known. A type of its own, because a plain `string` would take in the
 * known names too, so that comparing with one of them
 * would leave the unknown event in the union.
 */
declare enum UnknownEventType {
  Any = 'the name of an event that this version does not know',
}

/**
 * An event that this version does not know, because the service is newer. Ignore it, or pass it on.
 */
export interface UnknownEvent {
  id: string;
  /** Its name, as sent. To compare it, say `event.type as string`. */
  type: UnknownEventType;
  occurred_at: string;
  api_version: string;
  test: boolean;
  data?: unknown;
}

/** A delivery whose signature fits. */
export interface Delivery<Event> {
  /** The id of the event, the same on every attempt: drop it when you have handled it before. */
  id: string;
  /** When this attempt was signed. */
  timestamp: Date;
  /** Narrow on `type`. */
  event: Event | UnknownEvent;
}

export interface UnwrapOptions {
  /** How far the timestamp may be from the clock here, either way. 300 where nothing is said. */
  toleranceSeconds?: number | undefined;
  /** The clock: milliseconds since 1970. `Date.now` where nothing is said. */
  now?: (() => number) | undefined;
}

/**
 * Verifies one delivery (Standard Webhooks 1.0, HMAC-SHA256) and gives its event.
 *
 * @param rawBody the body as it came, never parsed and serialised again
 * @param secrets the current secret, and during a rotation the previous one too
 * @throws {WebhookVerificationError} when the delivery is not to be trusted, or a part of it was
 * not handed over as it came
 */
export async function unwrap<Event>(
  rawBody: WebhookBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: UnwrapOptions = {},
): Promise<Delivery<Event>> {
  if (!(toleranceSeconds >= 0))
    throw new TypeError(
      `toleranceSeconds has to be a number of at least 0, not ${toleranceSeconds}.`,
    );
  const body = bodyBytes(rawBody);
  const list = typeof secrets === 'string' ? [secrets] : (secrets ?? []);
  const keys = await Promise.all(list.length > 0 ? list.map(keyOf) : [keyOf(undefined)]);
  const id = headerValue(headers, 'webhook-id');
  const timestamp = headerValue(headers, 'webhook-timestamp');
  const signatures = signaturesIn(headerValue(headers, 'webhook-signature'));
  // A dot in the id would let its parts and the timestamp's change places.
  if (!/^[\x21-\x2d\x2f-\x7e]{1,256}$/.test(id))
    throw new WebhookVerificationError('malformed', 'webhook-id is not an id.');
  if (!/^[1-9]\d{0,11}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      'malformed',
      'webhook-timestamp is not a number of whole seconds since 1970.',
    );
  }
  const age = now() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceSeconds)) {
    const seconds = Math.round(Math.abs(age));
    throw new WebhookVerificationError(
      'stale',
      `Signed ${age > 0 ? `${seconds} s ago` : `${seconds} s ahead of the clock here`}; the tolerance is ${toleranceSeconds} s. Is the clock here right?`,
    );
  }
  const content = signedContent(id, timestamp, body);
  for (const key of keys) {
    if (await isSigned(key, signatures, content)) {
      return { id, timestamp: new Date(Number(timestamp) * 1000), event: eventIn(body) as Event };
    }
  }
  throw new WebhookVerificationError(
    'bad_signature',
    'No signature fits this body and these secrets. Is it the secret of this target, and the raw body, unchanged?',
  );
}
