/** Reason why a delivery was rejected. */
export type WebhookErrorCode =
  | 'missing_header'
  | 'malformed'
  | 'stale'
  | 'bad_signature'
  | 'parsed_body'
  | 'bad_secret';

/**
 * Thrown if a delivery cannot be verified. Return status 400 to the sender. `code` is the reason:
 *
 * - `missing_header`: `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing. The
 * request is usually not a delivery.
 * - `malformed`: a header or the body does not have the format that the contract defines.
 * - `stale`: the timestamp differs from your clock by more than the tolerance.
 * - `bad_signature`: no signature matches the body and one of the secrets.
 * - `parsed_body`: the receiver passed a parsed object instead of the raw body. Fix the receiver.
 * - `bad_secret`: a secret does not have the format `whsec_…`. Fix the receiver.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
