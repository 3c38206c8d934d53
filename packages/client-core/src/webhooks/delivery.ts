import { parseEvent, rawBodyOf, type WebhookBody } from './body.js';
import { WebhookVerificationError } from './error.js';
import { headerValue, type WebhookHeaders } from './headers.js';
import { parseSignatures } from './signature.js';

/**
 * Type of an event that this version of the client does not define. The type is not `string`,
 * because `string` includes the defined names: narrowing on a defined name would keep the unknown
 * event in the union.
 */
declare enum UnknownEventType {
  Any = 'the name of an event that this version does not know',
}

/** An event of a type that this version of the client does not define. Ignore it or forward it. */
export interface UnknownEvent {
  id: string;
  /** Event type. To compare it with a string, use `event.type as string`. */
  type: UnknownEventType;
  occurred_at: string;
  api_version: string;
  test: boolean;
  data?: unknown;
}

/** A verified delivery. */
export interface Delivery<Event> {
  /** Event ID, the same in every delivery attempt. Use it to detect duplicates. */
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

/** A delivery with valid headers, whose signature is not verified yet. */
export interface UnverifiedDelivery {
  body: string | Uint8Array;
  id: string;
  /** Time of the signature, in seconds since 1970. */
  timestamp: string;
  /** Base64 of the first eight `v1` signatures. */
  signatures: readonly string[];
}

/**
 * Reads the body and the headers of a delivery, and checks the timestamp.
 *
 * @throws {WebhookVerificationError} if the body is neither a string nor bytes, a header is missing
 * or malformed, or the timestamp is outside the tolerance
 * @throws {TypeError} if `toleranceSeconds` is not a number of at least 0
 */
export function readDelivery(
  rawBody: WebhookBody,
  headers: WebhookHeaders,
  { toleranceSeconds = 300, now = Date.now }: UnwrapOptions = {},
): UnverifiedDelivery {
  if (!(toleranceSeconds >= 0))
    throw new TypeError(
      `toleranceSeconds must be a number of at least 0; got ${toleranceSeconds}.`,
    );
  const body = rawBodyOf(rawBody);
  const id = headerValue(headers, 'webhook-id');
  const timestamp = headerValue(headers, 'webhook-timestamp');
  const signatures = parseSignatures(headerValue(headers, 'webhook-signature'));
  // With a dot in the ID, a part of the ID could be read as the timestamp.
  if (!/^[\x21-\x2d\x2f-\x7e]{1,256}$/.test(id))
    throw new WebhookVerificationError('malformed', 'webhook-id is not valid.');
  if (!/^[1-9]\d{0,11}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      'malformed',
      'webhook-timestamp is not a number of seconds since 1970.',
    );
  }
  const age = now() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceSeconds)) {
    const seconds = Math.round(Math.abs(age));
    throw new WebhookVerificationError(
      'stale',
      `Signed ${age > 0 ? `${seconds} s ago` : `${seconds} s ahead of the local clock`}; the tolerance is ${toleranceSeconds} s. Check the local clock.`,
    );
  }
  return { body, id, timestamp, signatures };
}

/**
 * Returns a delivery with its parsed event after the signature was checked.
 *
 * @throws {WebhookVerificationError} `bad_signature` if `isValid` is false; `malformed` if the body
 * is not an event
 */
export function verifiedDelivery<Event>(
  { body, id, timestamp }: UnverifiedDelivery,
  isValid: boolean,
): Delivery<Event> {
  if (isValid)
    return { id, timestamp: new Date(Number(timestamp) * 1000), event: parseEvent(body) as Event };
  throw new WebhookVerificationError(
    'bad_signature',
    'No signature matches this body and these secrets. Check the secret of this target, and that the body is unchanged.',
  );
}
