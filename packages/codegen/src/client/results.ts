import type { Contract, Operation, Response } from '@delivery-api/specs/contract';
import { literal, pascal, union } from '../text.ts';

/** The type of one success body, as named in the types package. */
export const dataType = ({ content }: Response): string => content?.schemaName ?? 'undefined';

/** The statuses of an operation that carry data. */
export const successes = ({ responses }: Operation): Response[] =>
  responses.filter(({ status }) => status >= 200 && status < 300);

/**
 * `CreateBookingAnswer`: one member for each documented status, its problems narrowed to the codes
 * that can come with it, and one for all the others.
 * Codes of scope `server` can meet any request, so they stand at their status too.
 */
export function resultType(contract: Contract, operation: Operation): string {
  const failures = operation.responses.filter(({ status }) => status >= 400);
  const anywhere = [...contract.problems.values()].filter(({ scope }) => scope === 'server');
  const serverCodes = (status: number) =>
    anywhere.filter((problem) => problem.status === status).map(({ code }) => code);
  const undocumented = [...new Set(anywhere.map(({ status }) => status))].filter(
    (status) => !failures.some((failure) => failure.status === status),
  );
  const members = [
    ...successes(operation).map((response) => `Success<${response.status}, ${dataType(response)}>`),
    ...failures.map(
      ({ status, codes }) => `Failure<${status}, ${problems([...codes, ...serverCodes(status)])}>`,
    ),
    ...undocumented.map((status) => `Failure<${status}, ${problems(serverCodes(status))}>`),
    `Failure<Exclude<ErrorStatus, ${union([...failures.map(({ status }) => status), ...undocumented].map(String))}>, never>`,
  ];
  return `export type ${pascal(operation.id)}Answer =\n${members
    .map((member) => `  | ${member}\n`)
    .join('')
    .trimEnd()};\n`;
}

const problems = (codes: string[]): string =>
  union([...new Set(codes)].map((code) => `Problems[${literal(code)}]`));
