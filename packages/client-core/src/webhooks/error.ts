/** Reason why a delivery was rejected. */
export type WebhookErrorCode =
  | 'missing_header'
  | 'malformed'
  | 'stale'
  | 'bad_signature'
  | 'parsed_body'
  | 'bad_secret';

const brand = Symbol.for('@delivery-api/client-core/WebhookVerificationError');

/**
 * Thrown if a delivery cannot be verified. Respond with `status`. `code` is the reason:
 *
 * - `missing_header`: `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing. The
 * request is usually not a delivery.
 * - `malformed`: a header or the body does not have the format that the contract defines.
 * - `stale`: the timestamp differs from your clock by more than the tolerance.
 * - `bad_signature`: no signature matches the body and one of the secrets.
 * - `parsed_body`: the receiver passed another value, usually a parsed object, instead of the raw
 * body. Fix the receiver.
 * - `bad_secret`: no secret is set, or a secret is not in the format `whsec_…`. Fix the receiver.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookErrorCode;
  /** Status to respond with: 400, or 500 if the receiver has a defect. */
  readonly status: 400 | 500;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = code === 'parsed_body' || code === 'bad_secret' ? 500 : 400;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Also recognizes errors of another copy of this package, such as its CommonJS build. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (value as { [brand]?: true } | null | undefined)?.[brand] === true;
  }
}
