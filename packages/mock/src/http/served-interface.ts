import type { IncomingMessage } from 'node:http';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { HttpResponse } from '../contract/response.ts';
import type { Router } from '../contract/router.ts';
import type { Workspace } from '../workspaces/workspace.ts';

/** A request to an interface of which only the path has been read. */
export interface InterfaceRequest {
  message: IncomingMessage;
  /** The path below the base address of the interface, as sent. */
  path: string;
  requestId: string;
  /** The workspace of the token, in a sandbox. */
  workspace: Workspace | undefined;
  /** Sends `100 Continue` to a client that waits for it. */
  sendContinue: () => void;
}

/** The response to a request, with what the contract finds wrong. */
export interface InterfaceResponse {
  response: HttpResponse;
  /** Violations in the response. */
  answerFindings: string[];
  /** Violations in a request that was not rejected for them. */
  findings?: string[];
  /** The `code` of the problem, if the response is one that the proxy made. */
  code?: string;
}

export interface ServedInterface {
  readonly contract: Contract;
  readonly route: Router;
  /** Whether the mock's own responses are validated. */
  readonly validatesResponses: boolean;
  /**
   * Validates a request in the order that the contract fixes, and responds to it.
   *
   * @param onOperation is called once the operation is known
   * @throws {ProblemError} for the first rule that the request breaks
   */
  handle(
    request: InterfaceRequest,
    onOperation: (operation: Operation) => void,
  ): Promise<InterfaceResponse>;
}
