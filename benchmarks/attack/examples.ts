import type { JsonObject, Operation } from '@delivery-api/specs/contract';
import { interfaces } from './judge.ts';

/** A request of the contract's examples: the named one, or the first. */
export function exampleOf(operationId: string, name?: string): JsonObject {
  const operations: Operation[] = interfaces.flatMap(({ contract }) => contract.operations);
  const examples = operations.find(({ id }) => id === operationId)?.request?.examples ?? [];
  const found = name === undefined ? examples[0] : examples.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${operationId} has no example ${name ?? ''}.`);
  return structuredClone(found.value) as JsonObject;
}
