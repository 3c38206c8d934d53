import type { IncomingHttpHeaders } from 'node:http';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { ProblemItem } from './problem-error.ts';

/** The documented answer that a request asks for. */
export interface Choice {
  status: number;
  /** The first one of that status where it is left open. */
  example: string | undefined;
}

/** A request to an operation, as far as it has been judged. */
export interface Command {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly requestId: string;
  /** Path parameters, decoded. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly token: string;
  readonly body: unknown;
  /** The documented answer that the caller prefers. */
  readonly choice: Choice | undefined;
  /** What is wrong with the header `Prefer`, which Prism does not look at. */
  readonly preferFault: ProblemItem | undefined;
}
