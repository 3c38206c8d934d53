import type { Contract, Json, Operation, Webhook } from '@delivery-api/specs/contract';
import { inputParameters } from '../client/methods.ts';
import { dataType, successes } from '../client/results.ts';
import { literal, lowerFirst, pascal } from '../text.ts';
import { tsLiteral } from './literal.ts';

/** A code sample in the form of Redocly's `x-codeSamples`. */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}

const sandbox = 'http://localhost:4010';
const token = 'test_token';

/**
 * A curl and a TypeScript sample for each operation and webhook, by operationId, filled from the first example of the contract.
 * They run as they stand against the mock on its usual port.
 */
export function samples(contract: Contract): Map<string, Sample[]> {
  return new Map([
    ...contract.operations.map((operation): [string, Sample[]] => [
      operation.id,
      [curl(contract, operation), typescript(contract, operation)],
    ]),
    ...contract.webhooks.map((webhook): [string, Sample[]] => [webhook.id, [eventCurl(webhook), eventTypescript(contract, webhook)]]),
  ]);
}

function curl(contract: Contract, operation: Operation): Sample {
  const path = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(String(example))), operation.path);
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
const shellJson = (value: Json): string => JSON.stringify(value, null, 2).replaceAll("'", '\\u0027');

const requestExample = (operation: Operation): Json => operation.request?.examples[0]?.value ?? {};

function typescript(contract: Contract, operation: Operation): Sample {
  const title = pascal(contract.name);
  const bound = operation.parameters.find(({ name }) => name === 'partner_name');
  const inPath = inputParameters(operation, ['partner_name']).map(({ name, example }) => [name, example ?? null]);
  const body = operation.request ? (requestExample(operation) as Record<string, Json>) : {};
  const input = { ...Object.fromEntries(inPath), ...body } as Json;
  const [first, ...more] = [...new Set(successes(operation).map(dataType))];
  const variable = first === undefined || more.length > 0 ? 'answer' : lowerFirst(first);
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
      `const ${variable} = await ${contract.name}.${operation.id}(${tsLiteral(input)});`,
      `console.log(${variable});`,
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
      ...webhook.headers.map(({ name, example }) => `  -H '${name}: ${name === 'webhook-id' ? (id ?? example) : example}'`),
      "  -H 'Content-Type: application/json'",
      `  -d '${shellJson(eventExample(webhook))}'`,
    ].join(' \\\n'),
  };
}

function eventTypescript(contract: Contract, webhook: Webhook): Sample {
  const title = pascal(contract.name);
  return {
    lang: 'TypeScript',
    label: 'TypeScript',
    source: [
      `import type { ${title}Event } from '@delivery-api/${contract.name}-client';`,
      '',
      `export function handle(event: ${title}Event): void {`,
      '  switch (event.type) {',
      `    case ${literal(webhook.name)}:`,
      '      console.log(event.id, event.occurred_at, event.data);',
      '      break;',
      '    default:',
      '      // A type that this version does not know yet: answer 2xx and go on.',
      '      break;',
      '  }',
      '}',
    ].join('\n'),
  };
}
