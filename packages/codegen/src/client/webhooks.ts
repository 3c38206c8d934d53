import type { Contract } from '@delivery-api/specs/contract';
import { banner, docComment, pascal } from '../text.ts';

/** `unwrapWebhook` for the events of the contract: what `…-client/webhooks` gives. */
export function webhooksSource({ name, title, version }: Contract): string {
  const event = `${pascal(name)}Event`;
  return [
    banner(title, version),
    `import { type Delivery, type UnwrapOptions, unwrap, type WebhookBody, type WebhookHeaders } from '@delivery-api/client-core/webhooks';
import type { ${event} } from '@delivery-api/${name}-types';

export type { Delivery, UnknownEvent, UnwrapOptions, WebhookBody, WebhookErrorCode, WebhookHeaders } from '@delivery-api/client-core/webhooks';
export { WebhookVerificationError } from '@delivery-api/client-core/webhooks';
export type { ${event}, ${event}s } from '@delivery-api/${name}-types';

`,
    docComment(`Verifies one delivery of the service and gives its event, to be narrowed on \`type\`; one that this version does not know comes as an \`UnknownEvent\`.

@param rawBody the body as it came, as text or bytes; never one that was parsed
@param headers the request's headers, as a \`Headers\` object, Node's \`request.headers\` or a record
@param secrets your secret of this target (\`whsec_…\`), and during a rotation the previous one too
@throws {WebhookVerificationError} when the delivery is not to be trusted: answer 400. Its \`code\` says why

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
