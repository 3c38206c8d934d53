import type { Operation, Parameter } from '@delivery-api/specs/contract';
import { docComment, pascal } from '../text.ts';

/** The path parameters that a call gives; those that the client binds once are left out. */
export const inputParameters = (operation: Operation, bound: readonly string[]): Parameter[] =>
  operation.parameters.filter(
    (parameter) => parameter.in === 'path' && !bound.includes(parameter.name),
  );

/** `CancelBookingInput`: path parameters and body fields in one flat object. */
export function inputType(operation: Operation, bound: readonly string[]): string {
  const parameters = inputParameters(operation, bound);
  const members = parameters
    .map(({ name, description }) => `${docComment(description, '  ')}  ${name}: string;\n`)
    .join('');
  const parts = [
    ...(parameters.length > 0 ? [`{\n${members}}`] : []),
    ...(operation.request ? [bodyType(operation)] : []),
  ];
  return `export type ${pascal(operation.id)}Input = ${parts.length > 0 ? parts.join(' & ') : 'Record<string, never>'};\n`;
}

function bodyType({ id, request }: Operation): string {
  return (
    request?.schemaName ??
    fail(`${id}: its request body has to be a component, so that it has a name.`)
  );
}

function fail(message: string): never {
  throw new Error(message);
}
