import type { Contract } from '@delivery-api/specs/contract';
import { createValidate, type Validate } from '@delivery-api/specs/validate';
import type { ProblemItem } from '../kernel/problem-error.ts';

/**
 * Validates a value against a schema of the contract. Members that the contract does not define are
 * errors.
 *
 * @param at the JSON Pointer of the value, in front of the pointers of the errors
 */
export type SchemaCheck = (schemaName: string, value: unknown, at: string) => ProblemItem[];

// Created when first needed, because most sandboxes load no data.
const validators = new WeakMap<Contract, Validate>();

/**
 * Creates the validation of data that a sandbox loads. Extensible enums accept any string, so that
 * values of later versions can be tried.
 */
export function createSchemaCheck(contract: Contract): SchemaCheck {
  return (schemaName, value, at) => {
    let validate = validators.get(contract);
    if (validate === undefined) {
      validate = createValidate(contract);
      validators.set(contract, validate);
    }
    return validate({ $ref: `#/components/schemas/${schemaName}` }, value).map((finding) => {
      const [, place = '', message = ''] = /^(.*?): (.*)$/s.exec(finding) ?? [];
      return { pointer: `${at}${place === '/' ? '' : place}`, code: 'schema', message };
    });
  };
}
