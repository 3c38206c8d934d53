import type { StoredState } from '@delivery-api/sandbox';
import type { Workspace } from './workspace.ts';

/** What a workspace begins with, and how its changes become durable. */
export interface WorkspaceState {
  /** The stored state; `undefined` for a new workspace. */
  stored?: StoredState | undefined;
  /** See `RuntimeOptions` of the sandbox. */
  onStateChange?: ((name: string) => void) | undefined;
  durable?: (() => Promise<void>) | undefined;
}

/** Where workspaces are kept beyond the memory of the process. */
export interface WorkspaceStorage {
  /** Returns the names of all stored workspaces. */
  names(): Promise<string[]>;
  /** Called before a workspace is created in memory. */
  open(name: string): Promise<WorkspaceState>;
  /** Called once the workspace is in memory, before its first request. */
  opened(workspace: Workspace): void;
  /** Resolves once everything that has happened in a workspace is durable. */
  commit(workspace: Workspace): Promise<void>;
  /** Called when a workspace has left the memory. */
  closed(workspace: Workspace): void;
  delete(name: string): Promise<void>;
}
