import type { Contract, ProblemEntry } from '@delivery-api/specs/contract';
import { banner, docComment, literal } from '../text.ts';

/**
 * `Problems`: each code of the catalogue with its status and the extensions that it always carries.
 */
export function problemTypes(contract: Contract): string {
  const entries = [...contract.problems.values()];
  return [
    banner(contract.title, contract.version),
    "import type { Problem } from './schemas.js';\n\n",
    docComment(
      'Each problem code, with its status and the members that it always carries. Narrow on `code`, and they are there.',
    ),
    'export interface Problems {\n',
    ...entries.map(
      (entry) =>
        `${docComment(`${entry.title}. ${entry.cause}\n\n${entry.action}`, '  ')}  ${entry.code}: ${problemType(entry)};\n`,
    ),
    '}\n\n',
    docComment(
      'The codes that this version of the contract knows. Newer versions of the service may answer others: fall back to `status` and `retryable`.',
    ),
    'export type KnownProblemCode = keyof Problems;\n\n',
    docComment('Any problem of this version, to be narrowed on `code`.'),
    'export type KnownProblem = Problems[KnownProblemCode];\n\n',
    docComment('The codes of `Problems`, in the order of the catalogue.'),
    `export const problemCodes = [\n${entries.map(({ code }) => `  ${literal(code)},\n`).join('')}] as const satisfies readonly KnownProblemCode[];\n`,
  ].join('');
}

function problemType({ code, status, retryable, extensions }: ProblemEntry): string {
  const always = extensions.map((name) => `; ${name}: {}`).join('');
  return `Problem & { code: ${literal(code)}; status: ${status}; retryable: ${retryable}${always} }`;
}
