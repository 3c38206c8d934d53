import { type Delivery, type UnwrapOptions, unwrap, type WebhookBody, type WebhookHeaders } from '@delivery-api/client-core/webhooks';
import type { MarketplaceEvent } from '@delivery-api/marketplace-types';

export type {
  Delivery,
  UnknownEvent,
  UnwrapOptions,
  WebhookBody,
  WebhookErrorCode,
  WebhookHeaders,
} from '@delivery-api/client-core/webhooks';
export { WebhookVerificationError } from '@delivery-api/client-core/webhooks';
export type { MarketplaceEvent, MarketplaceEvents } from '@delivery-api/marketplace-types';

/**
 * Verifies one delivery of the service and gives its event, to be narrowed on `type`; one that this version does not know comes as an `UnknownEvent`.
 *
 * @param rawBody the body as it came, as text or bytes; never one that was parsed
 * @param headers the request's headers, as a `Headers` object, Node's `request.headers` or a record
 * @param secrets your secret of this target (`whsec_…`), and during a rotation the previous one too
 * @throws {WebhookVerificationError} when the delivery is not to be trusted: answer 400. Its `code` says why
 */
export function unwrapWebhook(
  rawBody: WebhookBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: UnwrapOptions,
): Promise<Delivery<MarketplaceEvent>> {
  return unwrap<MarketplaceEvent>(rawBody, headers, secrets, options);
}
