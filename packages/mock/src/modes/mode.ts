import type { CommandHandler, SandboxResponse } from '@delivery-api/sandbox';
import type { ApiRequest } from '../contract/api-request.ts';
import type { Workspace } from '../workspaces/workspace.ts';

/** How a mode authorizes requests and responds to them. Both functions may throw a `ProblemError`. */
export interface Mode {
  /** Whether responses are validated against the contract before they are sent. */
  readonly validatesResponses: boolean;
  /** Whether `respond` reports the errors in the entities of a menu (contract: `menu_invalid`). */
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
  /** Checks a rate that depends on the body. */
  limitBody?(
    request: Parameters<CommandHandler['limitBody']>[0],
    workspace: Workspace | undefined,
  ): Record<string, string>;
  /** @returns `undefined` for a response from the contract's examples */
  respond(
    request: ApiRequest,
    workspace: Workspace | undefined,
  ): Promise<SandboxResponse | undefined>;
}
