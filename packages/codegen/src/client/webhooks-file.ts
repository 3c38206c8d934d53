import type { Contract } from '@delivery-api/specs/contract';
import { banner, docComment, pascalCase } from '../source/text.ts';

/** Generates `…-client/webhooks`: `unwrapWebhook` for the events of the contract. */
export function webhooksSource(contract: Contract): string {
  const { name } = contract;
  const event = `${pascalCase(name)}Event`;
  return [
    banner(contract),
    `import { type Delivery, type UnwrapOptions, unwrap, type WebhookBody, type WebhookHeaders } from '@delivery-api/client-core/webhooks';
import type { ${event} } from '@delivery-api/${name}-types';

export type { Delivery, UnknownEvent, UnwrapOptions, WebhookBody, WebhookErrorCode, WebhookHeaders } from '@delivery-api/client-core/webhooks';
export { WebhookVerificationError } from '@delivery-api/client-core/webhooks';
export type { ${event}, ${event}s } from '@delivery-api/${name}-types';

`,
    docComment(`Verifies a webhook delivery, and returns its ID, timestamp and event. Narrow the event on \`type\`; an event of a type that this version of the client does not define is an \`UnknownEvent\`.

@param rawBody raw request body as a string or bytes, before any parser
@param headers request headers: a \`Headers\` object, \`request.headers\` of Node.js, or a record
@param secrets secret of the webhook target (\`whsec_…\`); during a rotation, also the previous secret
@throws {WebhookVerificationError} if the delivery is not valid; \`code\` is the reason. Respond with its \`status\`

@example
const { id, event } = await unwrapWebhook(await request.text(), request.headers, secrets);`),
    `export function unwrapWebhook(
  rawBody: WebhookBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: UnwrapOptions,
): Promise<Delivery<${event}>> {
  return unwrap<${event}>(rawBody, headers, secrets, options);
}
`,
  ].join('');
}

/** Generates `…-client/webhooks` for Node.js, which adds `unwrapWebhookSync`. */
export function nodeWebhooksSource(contract: Contract): string {
  const event = `${pascalCase(contract.name)}Event`;
  return [
    banner(contract),
    `import { type Delivery, type UnwrapOptions, unwrapSync, type WebhookBody, type WebhookHeaders } from '@delivery-api/client-core/webhooks';
import type { ${event} } from '@delivery-api/${contract.name}-types';

export * from './webhooks.js';

`,
    docComment(`Verifies a webhook delivery synchronously. Available only in Node.js, Bun and Deno. See \`unwrapWebhook\`.

@throws {WebhookVerificationError} if the delivery is not valid; respond with its \`status\``),
    `export function unwrapWebhookSync(
  rawBody: WebhookBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: UnwrapOptions,
): Delivery<${event}> {
  return unwrapSync<${event}>(rawBody, headers, secrets, options);
}
`,
  ].join('');
}
