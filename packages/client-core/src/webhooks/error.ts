/** Why a delivery was not taken for an event. */
export type WebhookErrorCode =
  | 'missing_header'
  | 'malformed'
  | 'stale'
  | 'bad_signature'
  | 'parsed_body'
  | 'bad_secret';

/**
 * The delivery is not to be trusted, or was handed over in a form that cannot be checked. Answer
 * 400; `code` says which:
 *
 * - `missing_header`: one of `webhook-id`, `webhook-timestamp`, `webhook-signature` is absent. Most
 * often not a delivery at all.
 * - `malformed`: a header or the body has not the form that the contract gives it.
 * - `stale`: it was signed too long ago, or ahead of the clock here.
 * - `bad_signature`: no signature fits the body and any of the secrets.
 * - `parsed_body`: a parsed object came in place of the raw body. A fault of the receiver.
 * - `bad_secret`: a secret is not one. A fault of the receiver.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
