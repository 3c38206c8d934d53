export type { WebhookBody } from './body.js';
export { type WebhookErrorCode, WebhookVerificationError } from './error.js';
export type { WebhookHeaders } from './headers.js';
export { type Delivery, type UnknownEvent, type UnwrapOptions, unwrap } from './unwrap.js';
