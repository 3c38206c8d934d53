import type { IncomingMessage } from 'node:http';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { HttpResponse } from '../contract/response.ts';
import type { Router } from '../contract/router.ts';
import type { Workspace } from '../workspaces/workspace.ts';

/** A request to an interface. Only its path has been parsed. */
export interface InterfaceRequest {
  message: IncomingMessage;
  /** The path after the base URL of the interface, as sent. */
  path: string;
  requestId: string;
  /** The workspace that the token selects; only in `sandbox` mode. */
  workspace: Workspace | undefined;
  /** Sends `100 Continue` to a client that waits for it. */
  sendContinue: () => void;
}

/** The response to a request, with the contract violations. */
export interface InterfaceResponse {
  response: HttpResponse;
  /** Violations in the response. */
  responseFindings: string[];
  /** Violations in the request that did not cause a rejection. */
  findings?: string[];
  /** The `code` of the problem, if the proxy created the response. */
  code?: string;
}

export interface ServedInterface {
  readonly contract: Contract;
  readonly route: Router;
  /** Whether the mock's own responses are validated. */
  readonly validatesResponses: boolean;
  /**
   * Returns the response to a request. Outside `proxy` mode, validates the request first, in the
   * order that the contract specifies.
   *
   * @param onOperation called when the operation is known
   * @throws {ProblemError} for the first rule that the request violates; in `proxy` mode, only
   * `payload_too_large`
   */
  handle(
    request: InterfaceRequest,
    onOperation: (operation: Operation) => void,
  ): Promise<InterfaceResponse>;
}
