export type { WebhookBody } from './body.js';
export type { Delivery, UnknownEvent, UnwrapOptions } from './delivery.js';
export { type WebhookErrorCode, WebhookVerificationError } from './error.js';
export type { WebhookHeaders } from './headers.js';
