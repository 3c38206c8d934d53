import type { Json } from '@delivery-api/specs/contract';

/** One entry of `errors` in a problem; exactly one of the three places is set. */
export interface ProblemItem {
  pointer?: string;
  parameter?: string;
  header?: string;
  code: string;
  message: string;
}

export interface ProblemErrorParts {
  /** Members of the problem beyond those that every problem has. */
  members?: Record<string, Json>;
  headers?: Record<string, string>;
  errors?: ProblemItem[];
}

/** Rejects a request with the problem `code` of the contract's error catalogue. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: string;
  readonly members: Record<string, Json>;
  readonly headers: Record<string, string>;
  readonly errors: readonly ProblemItem[];

  /** @param detail a sentence for developers: what was wrong, and what would be right */
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
