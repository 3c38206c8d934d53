import type {
  Contract,
  Example,
  JsonObject,
  Operation,
  Response,
} from '@delivery-api/specs/contract';
import { banner, docComment, literal } from '../text.ts';
import { dataType } from './results.ts';

/**
 * The contract's examples as typed values: what each operation takes and answers, and its events.
 * The compiler holds each against its type.
 *
 * @throws {Error} naming the example, when its body has no name of its own
 */
export function fixturesSource(contract: Contract): string {
  const values = new Map<string, { type: string; example: Example }>();
  const use = (type: string, example: Example): string => {
    const known = values.get(example.name);
    if (
      known !== undefined &&
      (known.type !== type || JSON.stringify(known.example.value) !== JSON.stringify(example.value))
    ) {
      throw new Error(
        `example ${example.name}: two different values have this name; give one of them another.`,
      );
    }
    values.set(example.name, { type, example });
    return `${example.name}: ${type}`;
  };
  const group = (members: string[]): string =>
    `{ ${members.map((member) => `readonly ${member}`).join('; ')} }`;
  const operations = contract.operations.map((operation) => {
    const requests = (operation.request?.examples ?? []).map((example) =>
      use(operation.request?.schemaName ?? 'never', example),
    );
    const answers = operation.responses.map(
      (response) =>
        `${response.status}: ${group((response.content?.examples ?? []).map((one) => use(typeOf(response, one), one)))}`,
    );
    return {
      operation,
      type: `{ readonly requests: ${group(requests)}; readonly answers: ${group(answers)} }`,
    };
  });
  const events = contract.webhooks.map(({ name, content }) => ({
    name,
    content,
    type: group(content.examples.map((example) => use(content.schemaName ?? 'never', example))),
  }));
  const imported = [
    ...new Set([...[...values.values()].map(({ type }) => type.replace(/\[.*/, ''))]),
  ].sort();
  return [
    banner(contract.title, contract.version),
    `import type { ${imported.join(', ')} } from '@delivery-api/${contract.name}-types';\n\n`,
    ...[...values].map(
      ([name, { type, example }]) =>
        `const ${name}: ${type} = ${JSON.stringify(example.value)};\n\n`,
    ),
    docComment('The examples of each operation: `requests` that it takes, `answers` by status.'),
    `export interface Fixtures {\n${operations.map(({ operation, type }) => `  readonly ${operation.id}: ${type};\n`).join('')}}\n\n`,
    docComment(
      'The examples of the contract, typed. They are shared and frozen: `structuredClone` one before you change it.',
    ),
    `export const fixtures: Fixtures = {\n${operations.map(({ operation }) => `  ${operation.id}: ${operationValue(operation)},\n`).join('')}};\n\n`,
    docComment('The examples of each event by its `type`.'),
    `export interface EventFixtures {\n${events.map(({ name, type }) => `  readonly ${name}: ${type};\n`).join('')}}\n\n`,
    docComment(
      'The example events of the contract, typed. They are shared and frozen: `structuredClone` one before you change it.',
    ),
    `export const events: EventFixtures = {\n${events.map(({ name, content }) => `  ${name}: ${names(content.examples)},\n`).join('')}};\n\n`,
    docComment('Where each operation answers, and with which headers.'),
    `export const routes = {\n${contract.operations.map((operation) => `  ${operation.id}: ${route(operation)},\n`).join('')}} as const;\n`,
  ].join('');
}

const typeOf = (response: Response, { value }: Example): string =>
  response.status < 400
    ? dataType(response)
    : `Problems[${literal(String((value as JsonObject).code))}]`;

const names = (examples: readonly Example[]): string =>
  `{ ${examples.map(({ name }) => name).join(', ')} }`;

function operationValue({ request, responses }: Operation): string {
  const answers = responses.map(
    ({ status, content }) => `${status}: ${names(content?.examples ?? [])}`,
  );
  return `{ requests: ${names(request?.examples ?? [])}, answers: { ${answers.join(', ')} } }`;
}

function route({ method, path, responses }: Operation): string {
  const headers = responses.map((response) => [
    response.status,
    Object.fromEntries(documentedHeaders(response)),
  ]);
  return `{ method: ${literal(method)}, path: ${literal(path)}, headers: ${JSON.stringify(Object.fromEntries(headers))} }`;
}

/**
 * Those that every answer of this status has, and `Retry-After`, which those have that can be
 * repeated.
 */
const documentedHeaders = ({ headers }: Response): [string, string][] =>
  headers
    .filter(
      ({ name, required, example }) =>
        example !== undefined && (required || name === 'Retry-After'),
    )
    .map(({ name, example }) => [name.toLowerCase(), String(example)]);
