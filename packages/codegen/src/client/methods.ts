import type { Contract, Operation } from '@delivery-api/specs/contract';
import { callSource } from '../samples/call.ts';
import { docComment, literal, pascal, union } from '../text.ts';
import { inputParameters } from './input.ts';
import { dataType, successes } from './results.ts';

/**
 * The property of the client interface for one operation, documented from the contract. Editors
 * show this where the method is called.
 */
export function methodMember(
  contract: Contract,
  operation: Operation,
  bound: readonly string[],
): string {
  const name = pascal(operation.id);
  const data = union([...new Set(successes(operation).map(dataType))]);
  const kind = operation.conditional ? 'ReadMethod' : 'WriteMethod';
  return `${docComment(methodDoc(contract, operation, bound), '  ')}  readonly ${operation.id}: ${kind}<${name}Input, ${data}, ${name}Answer>;\n`;
}

function methodDoc(contract: Contract, operation: Operation, bound: readonly string[]): string {
  const { limits, permissions } = operation;
  const key = {
    required: 'Carries an `Idempotency-Key`: your `idempotencyKey`, or one made for the call.',
    optional: 'Carries an `Idempotency-Key`: your `idempotencyKey`, or one made for the call.',
    none: undefined,
  }[operation.idempotency];
  const codes = operation.responses.flatMap((response) =>
    response.codes.map((code) => contract.problems.get(code)),
  );
  return [
    `${operation.summary}${/[.!?]$/.test(operation.summary) ? '' : '.'}`,
    operation.description,
    [
      `Permission: ${permissions.map((one) => `\`${one}\``).join(', ')}.`,
      `Limit: ${limits.rate.requests} requests in ${limits.rate.per_seconds} seconds.`,
      key,
    ]
      .filter(Boolean)
      .join('\n'),
    `Problems:\n${codes.map((problem) => `- ${problem?.status} \`${problem?.code}\`: ${problem?.title}`).join('\n')}`,
    `\`${operation.method.toUpperCase()} ${operation.path}\``,
    "@throws {CallError} an `ApiError` when the service refuses or fails; another kind when there was no answer, or none of the service's",
    `@example\n${callSource(contract, operation, bound)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** What the core needs to know of an operation to call it. */
export function definition(operation: Operation, bound: readonly string[]): string {
  const list = (items: string[]) => `[${items.map(literal).join(', ')}]`;
  const inPath = inputParameters(operation, bound).map(({ name }) => name);
  return `{ id: ${literal(operation.id)}, method: ${literal(operation.method)}, path: ${literal(operation.path)}, inPath: ${list(inPath)}, body: ${operation.request !== undefined}, keyed: ${operation.idempotency !== 'none'} }`;
}
