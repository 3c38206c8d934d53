import type { Contract, Operation } from '@delivery-api/specs/contract';

/** A validated request to an operation. */
export interface Command {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly requestId: string;
  /** Path parameters, decoded. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly token: string;
  readonly idempotencyKey: string | undefined;
  readonly body: unknown;
}
