import type { Contract, JsonObject, Operation } from '@delivery-api/specs/contract';
import { ProblemError } from './problem-error.ts';

/** What is to go wrong with the next requests to an operation. */
export interface OperationFault {
  /** The operationId, or `*` for all. */
  operation: string;
  /** Answer with this code of the catalogue, such as `rate_limited` or `internal_error`. */
  code?: string;
  /** Wait so long before the answer, in real milliseconds. */
  latency_ms?: number;
  /** Carry the request out, but never answer: the connection is closed. */
  drop?: boolean;
  /** For how many requests; without end where absent. */
  times?: number;
}

/** The faults in force, first match first. */
export class OperationFaultList {
  #list: OperationFault[] = [];

  set(list: readonly OperationFault[]): void {
    this.#list = list.map((fault) => ({ ...fault }));
  }

  /** Those that are still to come. */
  get list(): readonly OperationFault[] {
    return this.#list.filter(({ times }) => times !== 0);
  }

  /** The fault for a request to this operation, used up by one. */
  next(operation: string): OperationFault | undefined {
    const fault = this.#list.find(
      (one) => (one.operation === operation || one.operation === '*') && one.times !== 0,
    );
    if (fault?.times !== undefined) fault.times -= 1;
    return fault;
  }
}

/**
 * The refusal that a fault asks for, with the headers and members that the operation's own example
 * of it has.
 */
export function refusalOf(contract: Contract, operation: Operation, code: string): ProblemError {
  const response = operation.responses.find(({ codes }) => codes.includes(code));
  const example = response?.content?.examples
    .map(({ value }) => value as JsonObject)
    .find((value) => value.code === code);
  const extensions = contract.problems.get(code)?.extensions ?? [];
  const members = Object.fromEntries(
    Object.entries(example ?? {}).filter(([name]) => extensions.includes(name)),
  );
  const waits = response?.headers.some(
    ({ name, required }) =>
      name === 'Retry-After' && (required || code === 'idempotency_in_progress'),
  );
  const headers =
    response?.headers.filter(
      ({ name, required }) => required && name !== 'Request-Id' && name !== 'Retry-After',
    ) ?? [];
  return new ProblemError(code, 'This fault was asked for at the control surface of the sandbox.', {
    members,
    headers: {
      ...Object.fromEntries(headers.map(({ name, example: value }) => [name, String(value)])),
      ...(waits && { 'Retry-After': '1' }),
    },
  });
}
