import type { Contract } from '@delivery-api/specs/contract';
import { banner, docComment, pascalCase, stringLiteral } from '../source/text.ts';

/** Generates the type guard for problems, such as `isLastmileProblem`. */
export function guardSource(contract: Contract): string {
  const { name, operations, problems } = contract;
  const prefix = pascalCase(name);
  const [example] = [...problems.values()].flatMap(({ code, extensions }) => {
    const member = extensions.find((extension) => extension !== 'errors');
    return member === undefined
      ? []
      : [
          `\n@example\nif (is${prefix}Problem(error, '${code}')) console.log(error.problem.${member});`,
        ];
  });
  return [
    banner(contract),
    `import { ApiError } from '@delivery-api/client-core/surface';
import { type KnownProblemCode, type Problems, problemCodes } from '@delivery-api/${name}-types';

`,
    `const operations: readonly string[] = [${operations.map(({ id }) => stringLiteral(id)).join(', ')}];\n\n`,
    docComment(
      'An error with a known problem code. If you narrow it on `code`, `problem` has the properties that problems with this code have.',
    ),
    `export type ${prefix}ApiError = { [Code in KnownProblemCode]: ApiError<Problems[Code]> }[KnownProblemCode];

`,
    docComment(
      `Returns whether an error is an \`ApiError\` of this interface with the given code. Without \`code\`, any code in this version of the contract matches.\n${example ?? ''}`,
    ),
    `export function is${prefix}Problem(error: unknown): error is ${prefix}ApiError;
export function is${prefix}Problem<Code extends KnownProblemCode>(error: unknown, code: Code): error is ApiError<Problems[Code]>;
export function is${prefix}Problem(error: unknown, code?: KnownProblemCode): boolean {
  if (!(error instanceof ApiError && operations.includes(error.operation))) return false;
  return code === undefined ? (problemCodes as readonly string[]).includes(error.code) : error.code === code;
}
`,
  ].join('');
}
