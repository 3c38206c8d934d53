import type { Contract } from '@delivery-api/specs/contract';
import { createValidate, type Validate } from '@delivery-api/specs/validate';
import type { ProblemItem } from '../kernel/problem-error.ts';

/**
 * Says what is wrong with a value that is to be of a schema of the contract, with nothing in it
 * that the contract does not name.
 */
export type ClosedCheck = (schemaName: string, value: unknown, at: string) => ProblemItem[];

// What is checked against is made when it is first needed, and once for each contract: most
// sandboxes never need it.
const checks = new WeakMap<Contract, Validate>();

/**
 * Checks data that is given to the sandbox. Extensible enums are read as plain strings, so that
 * values of later versions can be tried.
 */
export function closedCheck(contract: Contract): ClosedCheck {
  return (schemaName, value, at) => {
    let validate = checks.get(contract);
    if (validate === undefined) {
      validate = createValidate(contract);
      checks.set(contract, validate);
    }
    return validate({ $ref: `#/components/schemas/${schemaName}` }, value).map((finding) => {
      const [, place = '', message = ''] = /^(.*?): (.*)$/s.exec(finding) ?? [];
      return { pointer: `${at}${place === '/' ? '' : place}`, code: 'schema', message };
    });
  };
}
