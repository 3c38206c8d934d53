import type { Contract } from '@delivery-api/specs/contract';
import { createValidate, type Validate } from '@delivery-api/specs/validate';
import type { ProblemItem } from '../kernel/problem-error.ts';
import { schemaMessage } from './schema-message.ts';

/**
 * Validates a value against a schema in the contract. Members that the contract does not define are
 * errors.
 *
 * @param at the JSON Pointer of the value, which prefixes the pointers of the errors
 */
export type SchemaCheck = (schemaName: string, value: unknown, at: string) => ProblemItem[];

// Created on first use, because most sandboxes load no data.
const validators = new WeakMap<Contract, Validate>();

/**
 * Creates the check for data that a sandbox loads. Extensible enums accept any string, so that you
 * can test values of later contract versions.
 */
export function createSchemaCheck(contract: Contract): SchemaCheck {
  return (schemaName, value, at) => {
    let validate = validators.get(contract);
    if (validate === undefined) {
      validate = createValidate(contract);
      validators.set(contract, validate);
    }
    return validate({ $ref: `#/components/schemas/${schemaName}` }, value).map((finding) => {
      const [, path = '', message = ''] = /^(.*?): (.*)$/s.exec(finding) ?? [];
      const pointer = `${at}${path === '/' ? '' : path}`;
      return { pointer, code: 'schema', message: schemaMessage(message) };
    });
  };
}
