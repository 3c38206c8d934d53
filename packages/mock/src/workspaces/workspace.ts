import type { Sandbox } from '@delivery-api/sandbox';

/** A separate sandbox that the token of a request selects. */
export interface Workspace {
  readonly name: string;
  readonly sandbox: Sandbox;
}
