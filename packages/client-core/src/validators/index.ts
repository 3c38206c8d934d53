import type { ClientOptions } from '../options/client-options.js';
import { check, type ValidationIssue } from './check.js';
import type { Schema } from './schema.js';

export type { ValidationIssue } from './check.js';
export type { JsonType, Schema, SchemaReference } from './schema.js';

/** Result of a validation: the value, or at least one issue. */
export type ValidationResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly ValidationIssue[] };

/** A validator with the interface of Standard Schema 1 (https://standardschema.dev). */
export interface Validator<Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'delivery-api';
    /** Validates a parsed JSON value. The result contains the value itself, not a copy. */
    readonly validate: (value: unknown) => ValidationResult<Output>;
    /** Types only; absent at run time. */
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

/**
 * Creates a validator of a schema. Unknown properties are valid. If `additionalProperties` is a
 * schema, their values must be valid against it.
 */
export const validator = <Output>(schema: Schema): Validator<Output> => ({
  '~standard': {
    version: 1,
    vendor: 'delivery-api',
    validate(value) {
      const issues = check(schema, value);
      return issues.length > 0 ? { issues } : { value: value as Output };
    },
  },
});

/** Type of the `checkResponse` option of a client. */
export type ResponseCheck = NonNullable<ClientOptions['checkResponse']>;

/**
 * Creates the value of the `checkResponse` option of a client.
 *
 * @param responses validators of the success responses, by operationId
 * @param problem validator of the problem responses
 */
export const responseChecker =
  (
    responses: Readonly<Record<string, Validator<unknown>>>,
    problem: Validator<unknown>,
  ): ResponseCheck =>
  ({ operation, status, body }) => {
    const selected = status < 400 ? responses[operation] : problem;
    const { issues = [] } = selected?.['~standard'].validate(body) ?? {};
    return issues.map(({ path, message }) => `/${path.join('/')} ${message}`);
  };
