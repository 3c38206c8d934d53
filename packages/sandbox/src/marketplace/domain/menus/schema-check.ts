import type { Contract, Operation } from '@delivery-api/specs/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import { splitFaults } from '../../../validation/menu-entities.ts';
import { toViolations } from '../../../validation/violations.ts';

/** What is wrong with the form of a submission: outside of its four lists, and within them. */
export interface FormFaults {
  frame: ProblemItem[];
  entities: ProblemItem[];
}

export type CheckForm = (operation: Operation, body: unknown) => FormFaults;

const checks = new WeakMap<Contract, ValidateFunction>();

/**
 * Makes the check of a menu's form, in the words that every refusal of this mock uses. It is
 * compiled when it is first needed.
 */
export function formCheck(contract: Contract): CheckForm {
  return (operation, body) => {
    let validate = checks.get(contract);
    if (validate === undefined) {
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      addFormats.default(ajv);
      validate = ajv.compile({
        components: contract.document.components,
        ...operation.request?.schema,
      });
      checks.set(contract, validate);
    }
    if (validate(body)) return { frame: [], entities: [] };
    const { body: faults } = toViolations(
      contract,
      operation,
      (validate.errors ?? []).map(toFinding),
      body,
    );
    return splitFaults(operation, faults);
  };
}

/** A finding as Prism words it, so that its message is read the same way. */
function toFinding({
  keyword,
  instancePath,
  message = '',
  params,
}: ErrorObject): Parameters<typeof toViolations>[2][number] {
  const { allowedValues, additionalProperty } = params as {
    allowedValues?: unknown[];
    additionalProperty?: string;
  };
  const values = allowedValues === undefined ? '' : `: ${allowedValues.join(', ')}`;
  const found = additionalProperty === undefined ? '' : `; found '${additionalProperty}'`;
  return {
    path: ['body', ...instancePath.split('/').slice(1)],
    code: keyword,
    message: `${message}${values}${found}`,
    severity: 0,
  };
}
