import { WebhookVerificationError } from './error.js';

/** Raw request body: text or bytes, such as a `Buffer`. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/**
 * Returns the bytes of a raw body.
 *
 * @throws {WebhookVerificationError} `parsed_body` if the value is not text or bytes, for example
 * an object that a JSON parser returned
 */
export function bodyBytes(body: WebhookBody): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // `instanceof` fails for values of another realm, such as the sandbox of a test runner.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  throw new WebhookVerificationError(
    'parsed_body',
    `The signature is over the raw body, and this is ${body === null || body === undefined ? 'none' : 'an object that was parsed from it'}. Hand over the text or the bytes: in Express \`express.raw({ type: 'application/json' })\` on this route, elsewhere \`await request.text()\`.`,
  );
}

/**
 * Parses a verified body.
 *
 * @throws {WebhookVerificationError} `malformed` if the body is not UTF-8, not JSON, or not an
 * event
 */
export function parseEvent(body: Uint8Array): { type: string } {
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
