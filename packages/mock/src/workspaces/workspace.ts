import type { Sandbox } from '@delivery-api/sandbox';

/** A sandbox of its own, chosen by the token of a request. */
export interface Workspace {
  readonly name: string;
  readonly sandbox: Sandbox;
}
