import type { Contract, Operation } from '@delivery-api/specs/contract';
import { callParameters } from '../operations/parameters.ts';
import { bodyTypeOf, resultTypes, successResponses } from '../operations/results.ts';
import { banner, docComment, pascalCase, stringLiteral, unionType } from '../source/text.ts';

/** Returns the name of the input type of an operation. */
export const inputTypeName = ({ id }: Operation): string => `${pascalCase(id)}Input`;
/** Returns the name of the result type of an operation. */
export const resultTypeName = ({ id }: Operation): string => `${pascalCase(id)}Response`;

/**
 * Generates the input and result types of all operations.
 *
 * @throws {Error} if a request body is not a component
 */
export function typesSource(contract: Contract): string {
  const { name, operations } = contract;
  const imported = operations.flatMap(resultTypes);
  const names = [...new Set([...imported, 'Inputs', 'Problems'])]
    .filter((type) => type !== 'undefined')
    .sort();
  const types = operations.map((operation) =>
    [
      docComment(`Input of \`${operation.id}\`.`) + inputType(contract, operation),
      docComment(`Result of \`${operation.id}.result\`. Narrow it on \`ok\` and \`status\`.`) +
        resultType(contract, operation),
    ].join('\n'),
  );
  return `${banner(contract)}import type { ErrorStatus, Failure, Success } from '@delivery-api/client-core';
import type { ${names.join(', ')} } from '@delivery-api/${name}-types';

${[otherFailure(contract), ...types].join('\n')}`;
}

/**
 * Returns a type such as `CancelBookingInput`, with path parameters and body members in one object.
 */
function inputType(contract: Contract, operation: Operation): string {
  const parameters = callParameters(contract, operation);
  const members = parameters
    .map(({ name, description }) => `${docComment(description, '  ')}  ${name}: string;\n`)
    .join('');
  const parts = [
    ...(parameters.length > 0 ? [`{\n${members}}`] : []),
    ...(operation.request ? [requestTypeOf(operation)] : []),
  ];
  return `export type ${inputTypeName(operation)} = ${parts.length > 0 ? parts.join(' & ') : 'Record<string, never>'};\n`;
}

function requestTypeOf({ id, request }: Operation): string {
  if (request?.schemaName === undefined)
    throw new Error(`${id}: the request body must be a component, so that its type has a name.`);
  return `Inputs.${request.schemaName}`;
}

/**
 * Returns the problem codes of an operation, by status. A problem of scope `server` can occur for
 * every operation.
 */
function failureCodes({ problems }: Contract, { responses }: Operation): Map<number, string[]> {
  const failures = responses.filter(({ status }) => status >= 400);
  const codes = new Map(failures.map((failure) => [failure.status, failure.codes]));
  for (const { scope, status, code } of problems.values())
    if (scope === 'server') codes.set(status, [...(codes.get(status) ?? []), code]);
  return codes;
}

/** Returns the statuses of the problems of all operations, in ascending order. */
const failureStatuses = (contract: Contract): number[] =>
  [...new Set(contract.operations.flatMap((one) => [...failureCodes(contract, one).keys()]))].sort(
    (a, b) => a - b,
  );

/**
 * Returns a type such as `CreateBookingResponse`. It has one member for each documented 2xx status,
 * one for each error status with its problem codes, one for the statuses that only other operations
 * document, and `OtherFailure`.
 */
function resultType(contract: Contract, operation: Operation): string {
  const failures = failureCodes(contract, operation);
  const undocumented = failureStatuses(contract).filter((status) => !failures.has(status));
  const members = [
    ...successResponses(operation).map(
      (response) => `Success<${response.status}, ${bodyTypeOf(response)}>`,
    ),
    ...[...failures].map(([status, codes]) => `Failure<${status}, ${problemTypes(codes)}>`),
    ...(undocumented.length > 0 ? [`Failure<${unionType(undocumented.map(String))}, never>`] : []),
    'OtherFailure',
  ];
  const lines = members.map((member) => `  | ${member}`).join('\n');
  return `export type ${resultTypeName(operation)} =\n${lines};\n`;
}

/**
 * Returns `OtherFailure`, which all operations share. A separate `Exclude` for each operation would
 * require two more type instantiations for each operation.
 */
const otherFailure = (contract: Contract): string =>
  docComment('A failure with a status that no operation documents.') +
  `type OtherFailure = Failure<Exclude<ErrorStatus, ${unionType(failureStatuses(contract).map(String))}>, never>;\n`;

const problemTypes = (codes: readonly string[]): string =>
  unionType([...new Set(codes)].map((code) => `Problems[${stringLiteral(code)}]`));
