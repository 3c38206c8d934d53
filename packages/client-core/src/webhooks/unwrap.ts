import { bodyBytes, parseEvent, type WebhookBody } from './body.js';
import { WebhookVerificationError } from './error.js';
import { headerValue, type WebhookHeaders } from './headers.js';
import { hasValidSignature, keyOf, parseSignatures, signedContent } from './signature.js';

/**
 * Type of an event that this version does not know. It is not `string`: a `string` includes the
 * known names, and narrowing on a known name would keep the unknown event in the union.
 */
declare enum UnknownEventType {
  Any = 'the name of an event that this version does not know',
}

/** An event type that was added to the contract after this version. Ignore it, or forward it. */
export interface UnknownEvent {
  id: string;
  /** Event type as sent. To compare it with a string, use `event.type as string`. */
  type: UnknownEventType;
  occurred_at: string;
  api_version: string;
  test: boolean;
  data?: unknown;
}

/** A verified delivery. */
export interface Delivery<Event> {
  /** Event ID, the same in every delivery attempt. Use it to drop duplicates. */
  id: string;
  /** Time at which this delivery attempt was signed. */
  timestamp: Date;
  /** The event. Narrow it on `type`. */
  event: Event | UnknownEvent;
}

/** Options of webhook verification. */
export interface UnwrapOptions {
  /**
   * Maximum difference between the timestamp and your clock, in either direction, in seconds; at
   * least 0. Default: 300.
   */
  toleranceSeconds?: number | undefined;
  /** Clock, in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
}

/**
 * Verifies one delivery (Standard Webhooks 1.0, HMAC-SHA256) and returns its event.
 *
 * @param rawBody request body as received, before any parser
 * @param secrets the current secret; during a rotation, also the previous one
 * @throws {WebhookVerificationError} if the delivery cannot be verified
 * @throws {TypeError} if `toleranceSeconds` is not a number of at least 0
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
  const signatures = parseSignatures(headerValue(headers, 'webhook-signature'));
  // With a dot in the ID, a part of the ID could be read as the timestamp.
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
    if (await hasValidSignature(key, signatures, content)) {
      return {
        id,
        timestamp: new Date(Number(timestamp) * 1000),
        event: parseEvent(body) as Event,
      };
    }
  }
  throw new WebhookVerificationError(
    'bad_signature',
    'No signature fits this body and these secrets. Is it the secret of this target, and the raw body, unchanged?',
  );
}
