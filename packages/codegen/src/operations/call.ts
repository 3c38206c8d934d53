import type { Contract, Json, Operation } from '@delivery-api/specs/contract';
import { lowerFirst } from '../source/text.ts';
import { valueLiteral } from '../source/value-literal.ts';
import { callParameters } from './parameters.ts';
import { resultTypes } from './results.ts';

/** Returns the first example of the request body; an empty object if there is none. */
export const requestExample = ({ request }: Operation): Json => request?.examples[0]?.value ?? {};

/** Returns the variable name of the result: `booking`, or `result` if there are several types. */
export function resultName(operation: Operation): string {
  const [first, ...others] = resultTypes(operation);
  return first === undefined || others.length > 0 ? 'result' : lowerFirst(first);
}

/**
 * Returns a call such as `const booking = await lastmile.createBooking({ … });`.
 *
 * @param body default: the first example of the request
 */
export function callSource(
  contract: Contract,
  operation: Operation,
  body: Json = requestExample(operation),
): string {
  const input: Json = Object.fromEntries(
    callParameters(contract, operation).map(({ name, example }) => [name, example ?? null]),
  );
  Object.assign(input, body);
  return `const ${resultName(operation)} = await ${contract.name}.${operation.id}(${valueLiteral(input)});`;
}
