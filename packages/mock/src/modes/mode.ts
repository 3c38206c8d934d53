import type { CommandHandler, SandboxResponse } from '@delivery-api/sandbox';
import type { ApiRequest } from '../contract/api-request.ts';

/** How a mode authorizes requests and responds to them. Both functions may throw a `ProblemError`. */
export interface Mode extends Pick<CommandHandler, 'authorize'> {
  /** Whether responses are validated against the contract before they are sent. */
  readonly validatesResponses: boolean;
  /** Whether `respond` reports the errors in the entities of a menu (contract: `menu_invalid`). */
  readonly reportsEntityErrors?: boolean;
  /** @returns `undefined` for a response from the contract's examples */
  respond(request: ApiRequest): Promise<SandboxResponse | undefined>;
}
