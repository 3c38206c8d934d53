import type { Json } from '@delivery-api/specs/contract';

/** An entry of `errors` in a problem. It has exactly one `pointer`, `parameter` or `header`. */
export interface ProblemItem {
  pointer?: string;
  parameter?: string;
  header?: string;
  code: string;
  message: string;
}

export interface ProblemErrorParts {
  /** Members of the problem in addition to the members of every problem. */
  members?: Record<string, Json>;
  headers?: Record<string, string>;
  errors?: ProblemItem[];
}

/** Rejects a request with the problem `code` in the error catalog of the contract. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: string;
  readonly members: Record<string, Json>;
  readonly headers: Record<string, string>;
  readonly errors: readonly ProblemItem[];

  /** @param detail a sentence for developers that describes the error and how to fix it */
  constructor(
    code: string,
    detail: string,
    { members = {}, headers = {}, errors = [] }: ProblemErrorParts = {},
  ) {
    super(detail);
    this.code = code;
    this.members = members;
    this.headers = headers;
    this.errors = errors;
  }
}
