import { WebhookVerificationError } from './error.js';

/** The body as it came over the wire: its text or its bytes, such as a `Buffer`. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/**
 * The bytes of a raw body.
 *
 * @throws {WebhookVerificationError} `parsed_body` when it is something else, such as the object
 * that a JSON parser made of it
 */
export function bodyBytes(body: WebhookBody): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Not `instanceof`: a test runner may run in a realm of its own.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  throw new WebhookVerificationError(
    'parsed_body',
    `The signature is over the raw body, and this is ${body === null || body === undefined ? 'none' : 'an object that was parsed from it'}. Hand over the text or the bytes: in Express \`express.raw({ type: 'application/json' })\` on this route, elsewhere \`await request.text()\`.`,
  );
}

/**
 * The JSON of a body that has been verified.
 *
 * @throws {WebhookVerificationError} `malformed` when it is no UTF-8, no JSON, or no event
 */
export function eventIn(body: Uint8Array): { type: string } {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookVerificationError(
      'malformed',
      'The body is signed, but it is not JSON in UTF-8.',
    );
  }
  if (typeof (event as { type?: unknown } | null)?.type !== 'string') {
    throw new WebhookVerificationError(
      'malformed',
      'The body is signed, but it is not an event: it has no `type`.',
    );
  }
  return event as { type: string };
}
