import type { Contract, Example, Operation, Response } from '@delivery-api/specs/contract';
import { bodyTypeOf } from '../operations/results.ts';
import { banner, docComment, stringLiteral } from '../source/text.ts';

/** Declared values by name. */
type Values = Map<string, { type: string; example: Example }>;

/**
 * Generates the examples in the contract as typed values: the requests and responses of each
 * operation, and the events. The compiler checks the type of each example.
 *
 * @throws {Error} if two different examples have the same name
 */
export function fixturesSource(contract: Contract): string {
  const { name, operations, webhooks } = contract;
  const values: Values = new Map();
  const fixtureTypes = operations.map(({ id, request, responses }) => {
    const requests = declare(values, request?.examples, () => request?.schemaName ?? 'never');
    const bodies = responses.map(
      (response) =>
        `${response.status}: ${declare(values, response.content?.examples, (example) => responseType(response, example))}`,
    );
    return `  readonly ${id}: OperationFixtures<${requests}, ${objectType(bodies)}>;\n`;
  });
  const eventTypes = webhooks.map(
    (webhook) =>
      `  readonly ${webhook.name}: ${declare(values, webhook.content.examples, () => webhook.content.schemaName ?? 'never')};\n`,
  );
  const declared = [...values.values()];
  const imported = new Set(declared.map(({ type }) => type.replace(/\[.*/, '')).sort());
  return [
    banner(contract),
    `import { type OperationFixtures, operationFixtures } from '@delivery-api/client-core/testing';
`,
    `import type { ${[...imported].join(', ')} } from '@delivery-api/${name}-types';\n\n`,
    ...declared.map(
      ({ type, example }) =>
        `const ${example.name}: ${type} = ${JSON.stringify(example.value)};\n\n`,
    ),
    docComment(
      'Examples of each operation: `requests` by name, and `responses` by status and name.',
    ),
    `export interface Fixtures {\n${fixtureTypes.join('')}}\n\n`,
    docComment('Typed examples from the contract.'),
    `export const fixtures: Fixtures = {\n${operations.map(fixturesOf).join('')}};\n\n`,
    docComment('Examples of each event, by `type` and name.'),
    `export interface EventFixtures {\n${eventTypes.join('')}}\n\n`,
    docComment('Typed example events from the contract.'),
    `export const events: EventFixtures = {\n${webhooks.map((webhook) => `  ${webhook.name}: ${namesOf(webhook.content.examples)},\n`).join('')}};\n\n`,
    docComment('Method, path and response headers of each operation.'),
    `export const routes = {\n${operations.map((operation) => `  ${operation.id}: ${routeOf(operation)},\n`).join('')}} as const;\n`,
  ].join('');
}

/** Adds examples to the declared values, and returns the type of an object with these examples. */
function declare(
  values: Values,
  examples: readonly Example[] = [],
  typeOf: (example: Example) => string,
): string {
  const members = examples.map((example) => {
    const type = typeOf(example);
    const known = values.get(example.name) ?? { type, example };
    if (
      known.type !== type ||
      JSON.stringify(known.example.value) !== JSON.stringify(example.value)
    )
      throw new Error(
        `example ${example.name}: two different values have this name. Rename one of them.`,
      );
    values.set(example.name, known);
    return `${example.name}: ${type}`;
  });
  return objectType(members);
}

const objectType = (members: readonly string[]): string =>
  `{ ${members.map((member) => `readonly ${member}`).join('; ')} }`;

const responseType = (response: Response, { value }: Example): string =>
  response.status < 400
    ? bodyTypeOf(response)
    : `Problems[${stringLiteral(String((value as { code?: string }).code))}]`;

const namesOf = (examples: readonly Example[] = []): string =>
  `{ ${examples.map(({ name }) => name).join(', ')} }`;

function fixturesOf({ id, request, responses }: Operation): string {
  const bodies = responses.map(({ status, content }) => `${status}: ${namesOf(content?.examples)}`);
  return `  ${id}: /* @__PURE__ */ operationFixtures(${namesOf(request?.examples)}, { ${bodies.join(', ')} }),\n`;
}

function routeOf({ method, path, responses }: Operation): string {
  const headers = Object.fromEntries(
    responses.map((response) => [response.status, exampleHeaders(response)]),
  );
  return `{ method: ${stringLiteral(method)}, path: ${stringLiteral(path)}, headers: ${JSON.stringify(headers)} }`;
}

/**
 * Returns the headers that are always present, and `Retry-After`. The handlers remove `Retry-After`
 * from problems that are not retryable.
 */
const exampleHeaders = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(
    headers
      .filter(
        ({ name, required, example }) =>
          example !== undefined && (required || name === 'Retry-After'),
      )
      .map(({ name, example }) => [name.toLowerCase(), String(example)]),
  );
