import type { Contract } from '@delivery-api/specs/contract';
import { banner, docComment, pascal } from '../text.ts';

/** `isLastmileProblem`: tells refusals of the service by their code. */
export function guardSource({ name, title, version, problems }: Contract): string {
  const own = pascal(name);
  const told = [...problems.values()].map(({ code, extensions }) => ({
    code,
    member: extensions.find((one) => one !== 'errors'),
  }));
  const example = told.find(({ member }) => member !== undefined);
  return [
    banner(title, version),
    `import { ApiError } from '@delivery-api/client-core/surface';
import { type KnownProblemCode, type Problems, problemCodes } from '@delivery-api/${name}-types';

`,
    docComment(
      'A refusal with a code that this version knows. Narrow on `code`, and `problem` has the members that the code carries.',
    ),
    `export type ${own}ApiError = { [Code in KnownProblemCode]: ApiError<Problems[Code]> }[KnownProblemCode];

`,
    docComment(`Whether an error is a refusal of the service: with this code, or without one given, with any code that this version of the contract knows.
${example ? `\n@example\nif (is${own}Problem(error, '${example.code}')) console.log(error.problem.${example.member});` : ''}`),
    `export function is${own}Problem(error: unknown): error is ${own}ApiError;
export function is${own}Problem<Code extends KnownProblemCode>(error: unknown, code: Code): error is ApiError<Problems[Code]>;
export function is${own}Problem(error: unknown, code?: KnownProblemCode): boolean {
  if (!(error instanceof ApiError)) return false;
  return code === undefined ? (problemCodes as readonly string[]).includes(error.code) : error.code === code;
}
`,
  ].join('');
}
