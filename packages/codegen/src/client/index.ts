import type { Contract, Operation } from '@delivery-api/specs/contract';
import { banner, docComment, pascal, union } from '../text.ts';
import { fixturesSource } from './fixtures.ts';
import { guardSource } from './guard.ts';
import { inputType } from './input.ts';
import { definition, methodMember } from './methods.ts';
import { dataType, resultType, successes } from './results.ts';
import { testingSource } from './testing.ts';
import { webhooksSource } from './webhooks.ts';

/** The tenant segment is the same in each call of a client, so it is given once. */
const boundParameters: Readonly<Record<string, string>> = { partner_name: 'partnerName' };

/**
 * A client package, but for the lines that say which part is found where: input and result types,
 * one documented method for each operation, the guard of a
 * caught error, the verification of events, and the examples for tests.
 *
 * @returns file contents by file name
 * @throws {Error} naming the operation or schema, when a body has no name of its own, or a name is
 * taken
 */
export function generateClient(contract: Contract): Map<string, string> {
  const title = pascal(contract.name);
  const bound = Object.keys(boundParameters).filter((name) =>
    contract.operations.some(({ parameters }) =>
      parameters.some((parameter) => parameter.in === 'path' && parameter.name === name),
    ),
  );
  const { operations } = contract;
  for (const name of operations.flatMap(({ id }) => [
    `${pascal(id)}Input`,
    `${pascal(id)}Answer`,
  ])) {
    if (contract.schemas.has(name))
      throw new Error(
        `schema ${name}: the client uses this name for its own type; give the schema another.`,
      );
  }
  return new Map([
    [
      'types.ts',
      banner(contract.title, contract.version) +
        typeImports(contract) +
        operations.map((operation) => typesOf(contract, operation, bound)).join('\n'),
    ],
    ['client.ts', banner(contract.title, contract.version) + clientSource(contract, title, bound)],
    ['guard.ts', guardSource(contract)],
    ['webhooks.ts', webhooksSource(contract)],
    ['fixtures.ts', fixturesSource(contract)],
    ['testing.ts', testingSource(contract)],
  ]);
}

function typesOf(contract: Contract, operation: Operation, bound: string[]): string {
  return [
    docComment(`What \`${operation.id}\` takes.`) + inputType(operation, bound),
    docComment(`What \`${operation.id}.result\` gives, to be narrowed on \`ok\` and \`status\`.`) +
      resultType(contract, operation),
  ].join('\n');
}

function typeImports(contract: Contract): string {
  const named = contract.operations.flatMap((operation) => [
    ...(operation.request?.schemaName ? [operation.request.schemaName] : []),
    ...successes(operation).map(dataType),
  ]);
  const fromTypes = [...new Set([...named, 'Problems'])]
    .filter((name) => name !== 'undefined')
    .sort();
  return `import type { ErrorStatus, Failure, Success } from '@delivery-api/client-core';\nimport type { ${fromTypes.join(', ')} } from '@delivery-api/${contract.name}-types';\n\n`;
}

function clientSource(contract: Contract, title: string, bound: string[]): string {
  const { operations } = contract;
  const local = operations.flatMap(({ id }) => [`${pascal(id)}Input`, `${pascal(id)}Answer`]);
  const data = [...new Set(operations.flatMap((operation) => successes(operation).map(dataType)))]
    .filter((name) => name !== 'undefined')
    .sort();
  const kinds = union(
    ['ReadMethod', 'WriteMethod'].filter((kind) =>
      operations.some(({ conditional }) => conditional === (kind === 'ReadMethod')),
    ),
  ).replaceAll(' | ', ', ');
  const boundOptions = bound.map((name) => {
    const parameter = operations
      .flatMap(({ parameters }) => parameters)
      .find((one) => one.name === name);
    return `${docComment(parameter?.description ?? name, '  ')}  ${boundParameters[name]}: string;\n`;
  });
  const boundValues = bound.map((name) => `${name}: options.${boundParameters[name]}`).join(', ');
  return [
    `import { type ClientOptions, createCaller, type ${kinds.replaceAll(', ', ', type ')} } from '@delivery-api/client-core';\n`,
    `import type { ${data.join(', ')} } from '@delivery-api/${contract.name}-types';\n`,
    `import type {\n${local.map((name) => `  ${name},\n`).join('')}} from './types.js';\n\n`,
    docComment(`How a client of the ${contract.title} interface is made.`),
    boundOptions.length > 0
      ? `export interface ${title}ClientOptions extends ClientOptions {\n${boundOptions.join('')}}\n\n`
      : `export type ${title}ClientOptions = ClientOptions;\n\n`,
    docComment(
      `The ${contract.title} interface, one method for each operation. Each resolves with the body of the success status, and rejects with an \`ApiError\` for any refusal;\n\`.result\` resolves with either, typed by status.`,
    ),
    `export interface ${title}Client {\n${operations.map((operation) => methodMember(contract, operation, bound)).join('\n')}}\n\n`,
    docComment(
      `Makes a client of the ${contract.title} interface. It holds no connection and no timer; make one for each token${bound.length > 0 ? ' and partner' : ''} and keep it.\n\n@throws {TypeError} when an option is missing or not of its form`,
    ),
    `export function create${title}Client(options: ${title}ClientOptions): ${title}Client {\n`,
    `  const call = createCaller(options, { ${boundValues} });\n  return {\n`,
    ...operations.map(
      (operation) => `    ${operation.id}: call(${definition(operation, bound)}),\n`,
    ),
    '  };\n}\n',
  ]
    .join('')
    .replace('createCaller(options, {  })', 'createCaller(options, {})');
}
