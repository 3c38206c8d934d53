import type { Sandbox } from '@delivery-api/sandbox';

/** An isolated sandbox, selected by the token of a request. */
export interface Workspace {
  readonly name: string;
  readonly sandbox: Sandbox;
}
