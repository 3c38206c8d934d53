import type { CommandHandler, SandboxResponse } from '@delivery-api/sandbox';
import type { ApiRequest } from '../contract/api-request.ts';
import type { Workspace } from '../workspaces/workspace.ts';

/** Authorizes requests and responds to them. Every function may throw a `ProblemError`. */
export interface Mode {
  /** Whether responses are validated against the contract before they are sent. */
  readonly validatesResponses: boolean;
  /** Whether `respond` reports the errors in menu entities (problem code `menu_invalid`). */
  readonly reportsEntityErrors?: boolean;
  /**
   * Checks a request before its body is read.
   *
   * @returns headers for the response
   */
  authorize(
    request: Parameters<CommandHandler['authorize']>[0],
    workspace: Workspace | undefined,
  ): Record<string, string>;
  /**
   * Checks a rate limit that depends on the request body.
   *
   * @returns headers for the response
   */
  limitBody?(
    request: Parameters<CommandHandler['limitBody']>[0],
    workspace: Workspace | undefined,
  ): Record<string, string>;
  /**
   * Responds to a validated request.
   *
   * @returns `undefined` to respond with an example from the contract
   */
  respond(
    request: ApiRequest,
    workspace: Workspace | undefined,
  ): Promise<SandboxResponse | undefined>;
}
