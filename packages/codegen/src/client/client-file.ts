import type { Contract, Operation, Rate } from '@delivery-api/specs/contract';
import { callSource } from '../operations/call.ts';
import { resultTypes } from '../operations/results.ts';
import {
  banner,
  camelCase,
  docComment,
  pascalCase,
  stringLiteral,
  unionType,
} from '../source/text.ts';
import { inputTypeName, resultTypeName } from './types-file.ts';

/**
 * Generates the client: its options, its interface, and the function that creates it.
 *
 * @param packageVersion version of the client package
 */
export function clientSource(contract: Contract, packageVersion: string): string {
  const { name, title, operations, tenantParameter } = contract;
  const typeName = pascalCase(name);
  const kinds = new Set(operations.map(methodType).sort());
  const results = [...new Set(operations.flatMap(resultTypes))]
    .filter((type) => type !== 'undefined')
    .sort();
  const local = operations.flatMap((operation) => [
    `  ${inputTypeName(operation)},\n`,
    `  ${resultTypeName(operation)},\n`,
  ]);
  const optionName = camelCase(tenantParameter?.name ?? '');
  const optionDoc = tenantParameter?.description || tenantParameter?.name;
  return [
    banner(contract),
    `import { type ClientMembers, type ClientOptions, createClient, ${[...kinds].map((kind) => `type ${kind}`).join(', ')} } from '@delivery-api/client-core';\n`,
    `import type { ${results.join(', ')} } from '@delivery-api/${name}-types';\n`,
    `import type {\n${local.join('')}} from './types.js';\n\n`,
    docComment(`Options of a client for the ${title} interface.`),
    tenantParameter
      ? `export interface ${typeName}ClientOptions extends ClientOptions {\n${docComment(optionDoc ?? '', '  ')}  ${optionName}: string;\n}\n\n`
      : `export type ${typeName}ClientOptions = ClientOptions;\n\n`,
    docComment(
      `Client for the ${title} interface, with one method for each operation. A method resolves with the body of the success response, and rejects with an \`ApiError\` if the service returns a problem.\nEach method also has a \`result\` method, which resolves in both cases. Narrow its result on \`ok\` and \`status\`.`,
    ),
    `export interface ${typeName}Client extends ClientMembers<${typeName}Client, ${typeName}ClientOptions> {\n${operations.map((operation) => method(contract, operation)).join('\n')}}\n\n`,
    docComment(
      `Creates a client for the ${title} interface, without opening connections or starting timers. Create one client for each token${tenantParameter ? ' and partner' : ''}, and reuse it.\n\n@throws {TypeError} if an option is missing or invalid`,
    ),
    `export function create${typeName}Client(options: ${typeName}ClientOptions${tenantParameter ? '' : ' = {}'}): ${typeName}Client {\n`,
    `  return createClient<${typeName}Client>(\n    {\n      identity: { name: '${name}-client', version: ${stringLiteral(packageVersion)}, contract: ${stringLiteral(contract.version)}, environment: '${name.toUpperCase()}' },\n`,
    `      boundParameters: ${tenantParameter ? `{ ${tenantParameter.name}: '${optionName}' }` : '{}'},\n      operations: [\n`,
    ...operations.map((operation) => `        ${definition(operation)},\n`),
    '      ],\n    },\n    options,\n  );\n}\n',
  ].join('');
}

const methodType = ({ conditional }: Operation): string =>
  conditional ? 'ReadMethod' : 'WriteMethod';

/** Returns the member of the client interface for one operation. */
function method(contract: Contract, operation: Operation): string {
  const types = [
    inputTypeName(operation),
    unionType(resultTypes(operation)),
    resultTypeName(operation),
  ];
  return `${docComment(methodDoc(contract, operation), '  ')}  readonly ${operation.id}: ${methodType(operation)}<${types.join(', ')}>;\n`;
}

const rateText = ({ requests, per_seconds, per }: Rate): string =>
  `${requests} requests in ${per_seconds} seconds per ${per}`;

/** Returns the documentation that editors show for a method. */
function methodDoc(contract: Contract, operation: Operation): string {
  const { limits, permissions, summary } = operation;
  const problems = operation.responses
    .flatMap(({ codes }) => codes)
    .map((code) => contract.problems.get(code));
  return [
    `${summary}${/[.!?]$/.test(summary) ? '' : '.'}`,
    operation.description,
    [
      `Permission: ${permissions.map((permission) => `\`${permission}\``).join(', ')}.`,
      `Limit: ${rateText(limits.rate)}.`,
      ...Object.entries(limits.rate_by_type ?? {}).map(
        ([type, rate]) => `Limit for the type \`${type}\`: ${rateText(rate)}.`,
      ),
      operation.idempotency !== 'none' &&
        'Sends an `Idempotency-Key`: the `idempotencyKey` option, or a generated key.',
    ]
      .filter(Boolean)
      .join('\n'),
    `Problems:\n${problems.map((problem) => `- ${problem?.status} \`${problem?.code}\`: ${problem?.title}`).join('\n')}`,
    `\`${operation.method.toUpperCase()} ${operation.path}\``,
    '@throws {CallError} an `ApiError` if the service returns a problem; a different subclass after any other failure',
    `@example\n${callSource(contract, operation)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Returns the definition of an operation for client-core. */
function definition(operation: Operation): string {
  const { id, path, request, idempotency } = operation;
  const flags = `${request ? ', body: true' : ''}${idempotency === 'none' ? '' : ', keyed: true'}`;
  return `{ id: ${stringLiteral(id)}, method: ${stringLiteral(operation.method)}, path: ${stringLiteral(path)}${flags} }`;
}
