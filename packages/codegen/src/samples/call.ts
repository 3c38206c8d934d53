import type { Contract, Json, Operation } from '@delivery-api/specs/contract';
import { inputParameters } from '../client/input.ts';
import { dataType, successes } from '../client/results.ts';
import { lowerFirst } from '../text.ts';
import { tsLiteral } from './literal.ts';

/** The first example of what an operation takes in its body. */
export const requestExample = (operation: Operation): Json =>
  operation.request?.examples[0]?.value ?? {};

/** What a sample calls the answer: `booking`, or `answer` where there are several kinds. */
export function resultName(operation: Operation): string {
  const [first, ...more] = [...new Set(successes(operation).map(dataType))];
  return first === undefined || more.length > 0 ? 'answer' : lowerFirst(first);
}

/**
 * `const booking = await lastmile.createBooking({ … });`, filled from the first example of the
 * contract.
 */
export function callSource(
  contract: Contract,
  operation: Operation,
  bound: readonly string[],
): string {
  const inPath = inputParameters(operation, bound).map(({ name, example }) => [
    name,
    example ?? null,
  ]);
  const body = operation.request ? (requestExample(operation) as Record<string, Json>) : {};
  const input = { ...Object.fromEntries(inPath), ...body } as Json;
  return `const ${resultName(operation)} = await ${contract.name}.${operation.id}(${tsLiteral(input)});`;
}
