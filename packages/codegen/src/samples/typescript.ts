import type { Contract, Operation, Webhook } from '@delivery-api/specs/contract';
import { callSource, resultName } from '../operations/call.ts';
import { camelCase, pascalCase, stringLiteral } from '../source/text.ts';
import { runMark, type Sample, sampleBody, sandbox, token } from './sample.ts';

const sample = (source: string): Sample => ({ lang: 'TypeScript', label: 'TypeScript', source });

/** Returns a client call. */
export function typescriptCall(contract: Contract, operation: Operation): Sample {
  const { name, tenantParameter: tenant } = contract;
  const create = `create${pascalCase(name)}Client`;
  const call = callSource(contract, operation, sampleBody(operation) ?? {}).replace(
    /'([^'\n]*)__RUN__'/g,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is a template literal
    '`$1${crypto.randomUUID()}`',
  );
  if (call.includes(runMark))
    throw new Error(`${operation.id}: the sample still contains the placeholder.`);
  return sample(
    [
      `import { ${create} } from '@delivery-api/${name}-client';`,
      '',
      `const ${name} = ${create}({`,
      `  baseUrl: ${stringLiteral(`${sandbox}/${name}`)},`,
      ...(tenant ? [`  ${camelCase(tenant.name)}: ${stringLiteral(String(tenant.example))},`] : []),
      `  token: ${stringLiteral(token)},`,
      '});',
      '',
      call,
      `console.log(${resultName(operation)});`,
    ].join('\n'),
  );
}

/** Returns a receiver for the events of a webhook, as a fetch handler. */
export const typescriptReceiver = ({ name }: Contract, webhook: Webhook): Sample =>
  sample(`import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/${name}-client/webhooks';

const secrets = [${stringLiteral(webhook.delivery.test_vector.secret)}]; // your secret; during a rotation, also the previous secret

/** A fetch handler. Verify the raw body: parsing and serializing it again can change its bytes. */
export async function POST(request: Request): Promise<Response> {
  try {
    const { id, event } = await unwrapWebhook(await request.text(), request.headers, secrets);
    // The service can deliver an event more than once: process each ID once. Ignore unknown types.
    if (event.type === ${stringLiteral(webhook.name)}) console.log(id, event.data);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ code: error.code }, { status: error.status });
  }
}`);
