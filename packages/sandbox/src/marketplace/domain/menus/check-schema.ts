import type { Contract, Operation } from '@delivery-api/specs/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type SplitErrors, splitEntityErrors } from '../../../validation/menu-entities.ts';
import { toProblemItems } from '../../../validation/problem-items.ts';
import { type UnionBranch, unionBranch } from '../../../validation/union-branch.ts';

/** Returns the schema errors of a submission: outside its entity lists, and in them. */
export type CheckSubmission = (body: unknown) => SplitErrors;

// Compiled on first use, because compiling is slow and most sandboxes never need it.
const checks = new WeakMap<Contract, Map<number, ValidateFunction>>();

/** Returns the schema check for submissions. It has the same messages as the request validation. */
export function submissionCheck(contract: Contract): CheckSubmission {
  const operation = contract.operations.find(({ id }) => id === 'submitMenu') as Operation;
  const byBranch = checks.get(contract) ?? new Map<number, ValidateFunction>();
  checks.set(contract, byBranch);
  return (body) => {
    const branch = unionBranch(contract, operation.request?.schema ?? {}, body) as UnionBranch;
    let validate = byBranch.get(branch.index);
    if (validate === undefined) {
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      addFormats.default(ajv);
      validate = ajv.compile({ components: contract.document.components, ...branch.schema });
      byBranch.set(branch.index, validate);
    }
    if (validate(body)) return { fieldErrors: [], entityErrors: [] };
    const { body: errors } = toProblemItems(
      contract,
      operation,
      (validate.errors ?? []).map(toDiagnostic),
      body,
    );
    return splitEntityErrors(operation, errors);
  };
}

/** Converts an Ajv error to the format of a Prism diagnostic, which `toProblemItems` reads. */
function toDiagnostic({
  keyword,
  instancePath,
  message = '',
  params,
}: ErrorObject): Parameters<typeof toProblemItems>[2][number] {
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
  };
}
