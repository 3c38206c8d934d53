import { ApiError } from '@delivery-api/client-core';
import { type KnownProblemCode, type Problems, problemCodes } from '@delivery-api/lastmile-types';

/** A refusal with a code that this version knows. Narrow on `code`, and `problem` has the members that the code carries. */
export type LastmileApiError = { [Code in KnownProblemCode]: ApiError<Problems[Code]> }[KnownProblemCode];

/**
 * Whether an error is a refusal of the service: with this code, or without one given, with any code that this version of the contract knows.
 *
 * @example
 * if (isLastmileProblem(error, 'revision_conflict')) console.log(error.problem.current_revision);
 */
export function isLastmileProblem(error: unknown): error is LastmileApiError;
export function isLastmileProblem<Code extends KnownProblemCode>(error: unknown, code: Code): error is ApiError<Problems[Code]>;
export function isLastmileProblem(error: unknown, code?: KnownProblemCode): boolean {
  if (!(error instanceof ApiError)) return false;
  return code === undefined ? (problemCodes as readonly string[]).includes(error.code) : error.code === code;
}
