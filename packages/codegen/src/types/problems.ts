import type { Contract, ProblemEntry } from '@delivery-api/specs/contract';
import { banner, docComment, stringLiteral } from '../source/text.ts';

/** Generates `Problems`: each problem code with its status and the members of that code. */
export function problemTypes(contract: Contract): string {
  const problems = [...contract.problems.values()];
  const members = problems.map(
    (problem) =>
      `${docComment(`${problem.title}. ${problem.cause}\n\n${problem.action}`, '  ')}  ${problem.code}: ${problemType(problem)};\n`,
  );
  return [
    banner(contract),
    "import type { Problem } from './schemas.js';\n\n",
    docComment(
      'Problems by code, each with its status and the properties that are always present.',
    ),
    `export interface Problems {\n${members.join('')}}\n\n`,
    docComment(
      'Problem codes of this version of the contract. Later versions of the service can return other codes. Handle unknown codes by `status` and `retryable`.',
    ),
    'export type KnownProblemCode = keyof Problems;\n\n',
    docComment('Union of all problems in this version of the contract. Narrow it on `code`.'),
    'export type KnownProblem = Problems[KnownProblemCode];\n\n',
    docComment('Codes of `Problems`, in the order of the error catalog in the contract.'),
    `export const problemCodes = [\n${problems.map(({ code }) => `  ${stringLiteral(code)},\n`).join('')}] as const satisfies readonly KnownProblemCode[];\n`,
  ].join('');
}

function problemType({ code, status, retryable, extensions }: ProblemEntry): string {
  const required = extensions.map((name) => `; ${name}: {}`).join('');
  return `Problem & { code: ${stringLiteral(code)}; status: ${status}; retryable: ${retryable}${required} }`;
}
