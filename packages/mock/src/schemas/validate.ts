import {
  errorSummary,
  ProblemError,
  type ProblemItem,
  schemaMessage,
  suggest,
} from '@delivery-api/sandbox';
import { Ajv, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv';
import { formats } from './formats.ts';

/** A JSON Schema for values of a TypeScript type. `valueType` exists at compile time only. */
export type Schema<Value = unknown> = SchemaObject & { readonly valueType?: Value };

// A test validates the schemas. To validate them at run time, Ajv would compile the JSON Schema
// meta-schema, which takes 20 ms of each start.
const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  validateSchema: false,
});
ajv.addKeyword({
  keyword: 'isFunction',
  schemaType: 'boolean',
  validate: (_: boolean, value: unknown) => typeof value === 'function',
});
for (const [name, check] of Object.entries(formats))
  ajv.addFormat(name, (text) => check(text) === undefined);

const compiled = new WeakMap<Schema, ValidateFunction>();

/** Returns the schema errors of a value, in Ajv's format. */
export function schemaErrors(schema: Schema, value: unknown): readonly ErrorObject[] {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    // Ajv keeps every schema. Remove the schema, so that it can be garbage-collected.
    ajv.removeSchema(schema);
    compiled.set(schema, validate);
  }
  return validate(value) ? [] : (validate.errors ?? []);
}

/**
 * Validates a value from a control request or from the `data` option. Without a value, validates an
 * empty object.
 *
 * @throws {ProblemError} `validation_failed` with all errors
 */
export function parse<Value>(schema: Schema<Value>, value: unknown): Value {
  const given = value ?? {};
  rejectErrors(schemaErrors(schema, given).map(toProblemItem));
  return given as Value;
}

/**
 * Rejects a request that has errors.
 *
 * @throws {ProblemError} `validation_failed` unless `errors` is empty
 */
export function rejectErrors(errors: ProblemItem[]): void {
  if (errors.length > 0)
    throw new ProblemError('validation_failed', errorSummary(errors), { errors });
}

function toProblemItem(error: ErrorObject): ProblemItem {
  const { instancePath, keyword, params } = error;
  const member: unknown = params.missingProperty ?? params.additionalProperty;
  return {
    pointer:
      member === undefined ? instancePath : `${instancePath}/${escapePointer(String(member))}`,
    code: keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    message: messageOf(error),
  };
}

const escapePointer = (name: string): string =>
  name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns a message for a schema error: Ajv's message, or a more specific message. */
export function messageOf({
  keyword,
  message = '',
  params,
  data,
  parentSchema,
}: ErrorObject): string {
  if (keyword === 'additionalProperties')
    return unknownMember(params.additionalProperty, Object.keys(parentSchema?.properties ?? {}));
  if (keyword === 'required') return 'is required';
  if (keyword === 'enum')
    return `must be one of ${params.allowedValues.join(', ')}${didYouMean(data, params.allowedValues, '; did you mean ', "'")}`;
  if (keyword === 'format') return formats[params.format]?.(String(data)) ?? message;
  return schemaMessage(message.replace(/,null$/, ''));
}

function unknownMember(name: string, known: readonly string[]): string {
  const guess = suggest(name, known);
  if (guess !== undefined) return `is unknown; did you mean '${guess}'?`;
  return `is unknown; use ${known.length === 1 ? '' : 'one of '}${known.join(', ')}`;
}

/**
 * Returns a question with the known value that is most similar to `value`; an empty string if no
 * known value is similar.
 */
export function didYouMean(
  value: unknown,
  known: readonly string[],
  before = ' Did you mean ',
  quote = '',
): string {
  const guess = typeof value === 'string' ? suggest(value, known) : undefined;
  return guess === undefined ? '' : `${before}${quote}${guess}${quote}?`;
}
