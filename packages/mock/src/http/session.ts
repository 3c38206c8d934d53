import type { Workspace } from '../workspaces/workspace.ts';

/**
 * The context of a request: for API requests to a sandbox, the workspace of the token; otherwise,
 * the mock itself.
 */
export interface Session {
  /** `undefined` in modes without state, and for routes of the mock itself. */
  readonly workspace?: Workspace | undefined;
  newRequestId(): string;
  /** Returns the time for the log and the `Date` header, in milliseconds since 1970. */
  now(): number;
  /**
   * Makes the effects of the request durable before the response is sent.
   *
   * @throws {ProblemError} the problem to send instead of the response
   */
  commit?(): Promise<void>;
  /** Called once after the response. */
  end?(): void;
}

/** Returns the session for requests that belong to no workspace. */
export const plainSession = (newRequestId: () => string, now: () => number): Session => ({
  newRequestId,
  now,
});
