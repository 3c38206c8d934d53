import type { Workspace } from '../workspaces/workspace.ts';

/** What a request belongs to: the workspace of its token in a sandbox, otherwise the mock itself. */
export interface Session {
  /** `undefined` in the modes without state, and for routes of the mock itself. */
  readonly workspace?: Workspace | undefined;
  newRequestId(): string;
  /** The time for the log and the header `Date`, in milliseconds since 1970. */
  now(): number;
  /**
   * Makes the effects of the request durable, before its response is sent.
   *
   * @throws {ProblemError} the response to send instead
   */
  commit?(): Promise<void>;
  /** Called once after the response. */
  end?(): void;
}

/** Returns the session of requests that belong to no workspace. */
export const plainSession = (newRequestId: () => string, now: () => number): Session => ({
  newRequestId,
  now,
});
