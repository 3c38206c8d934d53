import type { Contract, Operation, Parameter } from '@delivery-api/specs/contract';
import { docComment, literal, pascal, union } from '../text.ts';
import { dataType, successes } from './results.ts';

/** The path parameters that a call gives; those that the client binds once are left out. */
export const inputParameters = (operation: Operation, bound: readonly string[]): Parameter[] =>
  operation.parameters.filter((parameter) => parameter.in === 'path' && !bound.includes(parameter.name));

/** `CancelBookingInput`: path parameters and body fields in one flat object. */
export function inputType(operation: Operation, bound: readonly string[]): string {
  const parameters = inputParameters(operation, bound);
  const members = parameters.map(({ name, description }) => `${docComment(description, '  ')}  ${name}: string;\n`).join('');
  const parts = [...(parameters.length > 0 ? [`{\n${members}}`] : []), ...(operation.request ? [bodyType(operation)] : [])];
  return `export type ${pascal(operation.id)}Input = ${parts.length > 0 ? parts.join(' & ') : 'Record<string, never>'};\n`;
}

function bodyType({ id, request }: Operation): string {
  return request?.schemaName ?? fail(`${id}: its request body has to be a component, so that it has a name.`);
}

/** The property of the client interface for one operation, documented from the contract. */
export function methodMember(contract: Contract, operation: Operation): string {
  const name = pascal(operation.id);
  const data = union([...new Set(successes(operation).map(dataType))]);
  const kind = operation.conditional ? 'ReadMethod' : 'WriteMethod';
  return `${docComment(methodDoc(contract, operation), '  ')}  readonly ${operation.id}: ${kind}<${name}Input, ${data}, ${name}Answer>;\n`;
}

function methodDoc(contract: Contract, operation: Operation): string {
  const { limits, permissions } = operation;
  const key = {
    required: 'Carries an `Idempotency-Key`: your `idempotencyKey`, or one made for the call.',
    optional: 'Carries an `Idempotency-Key`: your `idempotencyKey`, or one made for the call.',
    none: undefined,
  }[operation.idempotency];
  const codes = operation.responses.flatMap((response) => response.codes.map((code) => contract.problems.get(code)));
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

function fail(message: string): never {
  throw new Error(message);
}
