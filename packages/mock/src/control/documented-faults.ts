import { type OperationFault, type ProblemItem, suggest } from '@delivery-api/sandbox';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { InterfaceName } from '../api/types.ts';
import type { OperationFaultRequest } from '../schemas/control.ts';
import { rejectErrors } from '../schemas/validate.ts';

/**
 * Resolves the status of each fault to a code, and checks that the operation documents the code.
 *
 * @throws {ProblemError} `validation_failed` with one error for each invalid fault
 */
export function documentedFaults(
  contracts: ReadonlyMap<InterfaceName, Contract>,
  requests: readonly OperationFaultRequest[],
): OperationFault[] {
  const operations = [...contracts.values()].flatMap((contract) => contract.operations);
  const errors: ProblemItem[] = [];
  const faults = requests.map((request, index): OperationFault => {
    const { operation, code, status, ...rest } = request;
    const affected = operations.filter(({ id }) => id === operation || operation === '*');
    const codes = codesOf(affected);
    const found = codes.find((known) => known.code === code || known.status === status);
    const error = contradiction(request) ?? undocumented(request, codes, found);
    if (error !== undefined) {
      const { at, ...item } = error;
      errors.push({ pointer: `/operations/${index}${at}`, ...item });
    }
    return { operation, ...(found !== undefined && { code: found.code }), ...rest };
  });
  rejectErrors(errors);
  return faults;
}

type FaultError = { at: string; code: string; message: string } | undefined;

function contradiction({ code, status, latency_ms, drop }: OperationFaultRequest): FaultError {
  if ((code ?? status ?? latency_ms) === undefined && drop !== true) {
    const message = 'must have code, status, latency_ms or drop';
    return { at: '', code: 'required', message };
  }
  if (typeof latency_ms === 'object' && !isDistribution(latency_ms)) {
    const message =
      'must have min and max, or p50 and p99, in ascending order; p50 must be at least 1';
    return { at: '/latency_ms', code: 'range', message };
  }
  if (code !== undefined && status !== undefined)
    return { at: '/status', code: 'conflict', message: 'must not be combined with code' };
  if ((code ?? status) === undefined || drop !== true) return undefined;
  const message = `must not be combined with ${code === undefined ? 'status' : 'code'}`;
  return { at: '/drop', code: 'conflict', message };
}

/** Returns whether a latency is exactly one pair of values in ascending order, with `p50` >= 1. */
function isDistribution(latency: Readonly<Record<string, number>>): boolean {
  const { min, max, p50, p99, ...others } = latency;
  const isRange = min !== undefined && max !== undefined && min <= max;
  const isLognormal = p50 !== undefined && p99 !== undefined && 1 <= p50 && p50 <= p99;
  return (
    Object.keys(others).length === 0 &&
    Object.keys(latency).length === 2 &&
    (isRange || isLognormal)
  );
}

interface DocumentedCode {
  code: string;
  status: number;
}

function undocumented(
  { operation, code, status }: OperationFaultRequest,
  codes: readonly DocumentedCode[],
  found: DocumentedCode | undefined,
): FaultError {
  if (found !== undefined || (code ?? status) === undefined) return undefined;
  const subject = operation === '*' ? 'every operation' : operation;
  const names = codes.map((documented) => documented.code);
  const guess = code === undefined ? undefined : suggest(code, names);
  const known = code === undefined ? new Set(codes.map((documented) => documented.status)) : names;
  const hint = guess === undefined ? `use ${[...known].join(', ')}` : `did you mean '${guess}'?`;
  return {
    at: code === undefined ? '/status' : '/code',
    code: 'not_documented',
    message: `is not documented for ${subject}; ${hint}`,
  };
}

/** Returns the codes that all operations document, each with its status. */
function codesOf(operations: readonly Operation[]): DocumentedCode[] {
  const all = operations.map(({ responses }) =>
    responses.flatMap(({ status, codes }) => codes.map((code) => ({ code, status }))),
  );
  return (all[0] ?? []).filter(({ code }) =>
    all.every((codes) => codes.some((known) => known.code === code)),
  );
}
