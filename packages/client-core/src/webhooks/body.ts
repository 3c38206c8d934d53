import { WebhookVerificationError } from './error.js';

/** Raw request body: a string or bytes, such as a `Buffer`. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/**
 * Returns a raw body as text or bytes.
 *
 * @throws {WebhookVerificationError} `parsed_body` if the value is neither, for example an object
 * that a JSON parser returned
 */
export function rawBodyOf(body: WebhookBody): string | Uint8Array {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // `instanceof` fails for values of another realm, such as the sandbox of a test runner.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  throw new WebhookVerificationError(
    'parsed_body',
    `Pass the raw body as a string or bytes; got ${describe(body)}. In Express, use \`express.raw({ type: 'application/json' })\` on this route; with Fetch, \`await request.text()\`.`,
  );
}

function describe(body: unknown): string {
  if (body === null || body === undefined) return 'nothing';
  if (typeof (body as { then?: unknown }).then === 'function')
    return 'a promise: `await` is missing';
  return typeof body === 'object' ? 'a parsed object' : `a ${typeof body}`;
}

/**
 * Parses a verified body.
 *
 * @throws {WebhookVerificationError} `malformed` if the body is not UTF-8, not JSON, or not an
 * event
 */
export function parseEvent(body: string | Uint8Array): { type: string } {
  let event: unknown;
  try {
    event = JSON.parse(
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body),
    );
  } catch {
    throw new WebhookVerificationError('malformed', 'The signed body is not JSON in UTF-8.');
  }
  if (typeof (event as { type?: unknown } | null)?.type !== 'string') {
    throw new WebhookVerificationError(
      'malformed',
      'The signed body is not an event: it has no `type`.',
    );
  }
  return event as { type: string };
}
