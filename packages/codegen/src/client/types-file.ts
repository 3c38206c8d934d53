import type { Contract, Operation } from '@delivery-api/specs/contract';
import { callParameters } from '../operations/parameters.ts';
import { bodyTypeOf, resultTypes, successResponses } from '../operations/results.ts';
import { banner, docComment, pascalCase, stringLiteral, unionType } from '../source/text.ts';

/** Returns the names of the input and result types of an operation. */
export const inputTypeName = ({ id }: Operation): string => `${pascalCase(id)}Input`;
export const resultTypeName = ({ id }: Operation): string => `${pascalCase(id)}Answer`;

/**
 * Generates the input and result types of all operations.
 *
 * @throws {Error} when a request body is not a component
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

${types.join('\n')}`;
}

/** `CancelBookingInput`: path parameters and body members in one object. */
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
 * `CreateBookingAnswer`: one member for each documented status, with its problem codes, and one for
 * all other statuses. Any request can return a code of scope `server`, so its status includes it.
 */
function resultType(contract: Contract, operation: Operation): string {
  const failures = operation.responses.filter(({ status }) => status >= 400);
  const serverProblems = [...contract.problems.values()].filter(({ scope }) => scope === 'server');
  const serverCodes = (status: number) =>
    serverProblems.filter((problem) => problem.status === status).map(({ code }) => code);
  const otherStatuses = [...new Set(serverProblems.map(({ status }) => status))].filter(
    (status) => !failures.some((failure) => failure.status === status),
  );
  const known = [...failures.map(({ status }) => status), ...otherStatuses];
  const members = [
    ...successResponses(operation).map(
      (response) => `Success<${response.status}, ${bodyTypeOf(response)}>`,
    ),
    ...failures.map(
      ({ status, codes }) =>
        `Failure<${status}, ${problemTypes([...codes, ...serverCodes(status)])}>`,
    ),
    ...otherStatuses.map((status) => `Failure<${status}, ${problemTypes(serverCodes(status))}>`),
    `Failure<Exclude<ErrorStatus, ${unionType(known.map(String))}>, never>`,
  ];
  const lines = members.map((member) => `  | ${member}`).join('\n');
  return `export type ${resultTypeName(operation)} =\n${lines};\n`;
}

const problemTypes = (codes: string[]): string =>
  unionType([...new Set(codes)].map((code) => `Problems[${stringLiteral(code)}]`));
