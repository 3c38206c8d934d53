import type { Contract, Json, Operation, Webhook } from '@delivery-api/specs/contract';
import { callSource, requestExample, resultName } from '../operations/call.ts';
import { camelCase, pascalCase, stringLiteral } from '../source/text.ts';

/** A code sample in the format of `x-codeSamples` (Redocly). */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** Address and token of a local mock server. */
const sandbox = 'http://localhost:4010';
const token = 'test_token';

const curlSample = (lines: string[]): Sample => ({
  lang: 'Shell',
  label: 'curl',
  source: lines.join(' \\\n'),
});

const typescriptSample = (source: string): Sample => ({
  lang: 'TypeScript',
  label: 'TypeScript',
  source,
});

/**
 * Generates a curl and a TypeScript sample for each operation and webhook from the first examples
 * of the contract. The samples run against the mock on its default port.
 *
 * @returns samples by operationId
 */
export const samples = (contract: Contract): Map<string, Sample[]> =>
  new Map([
    ...contract.operations.map((operation): [string, Sample[]] => [
      operation.id,
      [curlCall(contract, operation), typescriptCall(contract, operation)],
    ]),
    ...contract.webhooks.map((webhook): [string, Sample[]] => [
      webhook.id,
      [curlDelivery(webhook), typescriptReceiver(contract, webhook)],
    ]),
  ]);

function curlCall({ name }: Contract, operation: Operation): Sample {
  const { method, parameters, request } = operation;
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (url, parameter) =>
        url.replace(`{${parameter.name}}`, encodeURIComponent(String(parameter.example))),
      operation.path,
    );
  const headers = [
    `Authorization: Bearer ${token}`,
    ...(request ? ['Content-Type: application/json'] : []),
    ...parameters
      .filter((parameter) => parameter.in === 'header' && parameter.required)
      .map((parameter) => `${parameter.name}: ${parameter.example}`),
  ];
  return curlSample([
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${sandbox}/${name}${path}'`,
    ...headers.map((header) => `  -H '${header}'`),
    ...(request ? [`  -d '${shellJson(requestExample(operation))}'`] : []),
  ]);
}

/** A single quote ends a string of the shell, so it is written as a JSON escape. */
const shellJson = (value: Json): string =>
  JSON.stringify(value, null, 2).replaceAll("'", '\\u0027');

function typescriptCall(contract: Contract, operation: Operation): Sample {
  const { name, tenantParameter: tenant } = contract;
  const create = `create${pascalCase(name)}Client`;
  return typescriptSample(
    [
      `import { ${create} } from '@delivery-api/${name}-client';`,
      '',
      `const ${name} = ${create}({`,
      `  baseUrl: ${stringLiteral(`${sandbox}/${name}`)},`,
      ...(tenant ? [`  ${camelCase(tenant.name)}: ${stringLiteral(String(tenant.example))},`] : []),
      `  token: ${stringLiteral(token)},`,
      '});',
      '',
      callSource(contract, operation),
      `console.log(${resultName(operation)});`,
    ].join('\n'),
  );
}

function curlDelivery({ content, headers }: Webhook): Sample {
  const event = content.examples[0]?.value ?? {};
  const { id } = event as { id?: string };
  return curlSample([
    "# Send this event to your receiver. The signature is a placeholder.\ncurl -X POST 'http://localhost:3000/webhooks'",
    ...headers.map(
      ({ name, example }) => `  -H '${name}: ${name === 'webhook-id' ? (id ?? example) : example}'`,
    ),
    "  -H 'Content-Type: application/json'",
    `  -d '${shellJson(event)}'`,
  ]);
}

/** Returns a fetch handler. Other frameworks differ only in how to get the raw body. */
const typescriptReceiver = ({ name }: Contract, webhook: Webhook): Sample =>
  typescriptSample(`import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/${name}-client/webhooks';

const secrets = [${stringLiteral(webhook.delivery.test_vector.secret)}]; // your secret; during a rotation, the previous one too

/** A fetch handler. Verify the raw body: parsing and serializing it again changes its bytes. */
export async function POST(request: Request): Promise<Response> {
  try {
    const { id, event } = await unwrapWebhook(await request.text(), request.headers, secrets);
    // An event can be delivered again with the same id: process it once. Ignore unknown types.
    if (event.type === ${stringLiteral(webhook.name)}) console.log(id, event.data);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ code: error.code }, { status: 400 });
  }
}`);
