import type { Contract, Json, Operation, Webhook } from '@delivery-api/specs/contract';
import { literal, pascal } from '../text.ts';
import { callSource, requestExample, resultName } from './call.ts';

/** A code sample in the form of Redocly's `x-codeSamples`. */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}

const sandbox = 'http://localhost:4010';
const token = 'test_token';

/**
 * A curl and a TypeScript sample for each operation and webhook, by operationId, filled from the
 * first example of the contract.
 * They run as they stand against the mock on its usual port.
 */
export function samples(contract: Contract): Map<string, Sample[]> {
  return new Map([
    ...contract.operations.map((operation): [string, Sample[]] => [
      operation.id,
      [curl(contract, operation), typescript(contract, operation)],
    ]),
    ...contract.webhooks.map((webhook): [string, Sample[]] => [
      webhook.id,
      [eventCurl(webhook), eventTypescript(contract, webhook)],
    ]),
  ]);
}

function curl(contract: Contract, operation: Operation): Sample {
  const path = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(String(example))),
      operation.path,
    );
  const headers = [
    `Authorization: Bearer ${token}`,
    ...(operation.request ? ['Content-Type: application/json'] : []),
    ...operation.parameters
      .filter((parameter) => parameter.in === 'header' && parameter.required)
      .map(({ name, example }) => `${name}: ${example}`),
  ];
  const lines = [
    `curl ${operation.method === 'get' ? '' : `-X ${operation.method.toUpperCase()} `}'${sandbox}/${contract.name}${path}'`,
    ...headers.map((header) => `  -H '${header}'`),
    ...(operation.request ? [`  -d '${shellJson(requestExample(operation))}'`] : []),
  ];
  return { lang: 'Shell', label: 'curl', source: lines.join(' \\\n') };
}

/** A single quote ends a shell string; in JSON it can be written as an escape. */
const shellJson = (value: Json): string =>
  JSON.stringify(value, null, 2).replaceAll("'", '\\u0027');

function typescript(contract: Contract, operation: Operation): Sample {
  const title = pascal(contract.name);
  const bound = operation.parameters.find(({ name }) => name === 'partner_name');
  return {
    lang: 'TypeScript',
    label: 'TypeScript',
    source: [
      `import { create${title}Client } from '@delivery-api/${contract.name}-client';`,
      '',
      `const ${contract.name} = create${title}Client({`,
      `  baseUrl: ${literal(`${sandbox}/${contract.name}`)},`,
      ...(bound ? [`  partnerName: ${literal(String(bound.example))},`] : []),
      `  token: ${literal(token)},`,
      '});',
      '',
      callSource(contract, operation, ['partner_name']),
      `console.log(${resultName(operation)});`,
    ].join('\n'),
  };
}

const eventExample = ({ content }: Webhook): Json => content.examples[0]?.value ?? {};

function eventCurl(webhook: Webhook): Sample {
  const { id } = eventExample(webhook) as { id?: string };
  return {
    lang: 'Shell',
    label: 'curl',
    source: [
      "# Try your own receiver with this event; the signature is a placeholder.\ncurl -X POST 'http://localhost:3000/webhooks'",
      ...webhook.headers.map(
        ({ name, example }) =>
          `  -H '${name}: ${name === 'webhook-id' ? (id ?? example) : example}'`,
      ),
      "  -H 'Content-Type: application/json'",
      `  -d '${shellJson(eventExample(webhook))}'`,
    ].join(' \\\n'),
  };
}

/**
 * A receiver in the form of `fetch`: the samples for other frameworks differ only in where the raw
 * body comes from.
 */
function eventTypescript(contract: Contract, webhook: Webhook): Sample {
  return {
    lang: 'TypeScript',
    label: 'TypeScript',
    source: `import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/${contract.name}-client/webhooks';

const secrets = [${literal(webhook.delivery.test_vector.secret)}]; // yours; during a rotation the previous one too

/**
 * A handler in the form of fetch. The body is raw: parsed and written again, it would have other
 * bytes.
 */
export async function POST(request: Request): Promise<Response> {
  try {
    const { id, event } = await unwrapWebhook(await request.text(), request.headers, secrets);
    // An event may be sent again, with the same id: handle it once. Leave alone what you do not
    // know.
    if (event.type === ${literal(webhook.name)}) console.log(id, event.data);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ code: error.code }, { status: 400 });
  }
}`,
  };
}
