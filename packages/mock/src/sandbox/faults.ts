import { Refusal } from '../server/refusal.ts';

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
export class Faults {
  #list: OperationFault[] = [];

  set(list: readonly OperationFault[]): void {
    this.#list = list.map((fault) => ({ ...fault }));
  }

  get list(): readonly OperationFault[] {
    return this.#list;
  }

  /** The fault for a request to this operation, used up by one. */
  next(operation: string): OperationFault | undefined {
    const fault = this.#list.find((one) => (one.operation === operation || one.operation === '*') && one.times !== 0);
    if (fault?.times !== undefined) fault.times -= 1;
    return fault;
  }
}

/** The refusal that a fault asks for. */
export function refusalOf(code: string): Refusal {
  const wait = code === 'rate_limited' || code === 'service_unavailable' || code === 'idempotency_in_progress';
  return new Refusal(code, 'This fault was asked for at the control surface of the sandbox.', wait ? { headers: { 'Retry-After': '1' } } : {});
}
