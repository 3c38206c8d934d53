import type { StoredState } from '@delivery-api/sandbox';
import type { Workspace } from './workspace.ts';

/** The initial state of a workspace, and the functions that make its changes durable. */
export interface WorkspaceState {
  /** The stored state; `undefined` for a new workspace. */
  stored?: StoredState | undefined;
  /** See `RuntimeOptions` of the sandbox. */
  onStateChange?: ((name: string) => void) | undefined;
  durable?: (() => Promise<void>) | undefined;
}

/** Stores workspaces outside the memory of the process. */
export interface WorkspaceStorage {
  /** Returns the names of all stored workspaces. */
  names(): Promise<string[]>;
  /** Called before a workspace is created in memory. */
  open(name: string): Promise<WorkspaceState>;
  /** Called once the workspace is in memory, before its first request. */
  opened(workspace: Workspace): void;
  /**
   * Resolves once all changes of a workspace are durable, except new entries of the request log.
   */
  commit(workspace: Workspace): Promise<void>;
  /** Called after a workspace is removed from memory. */
  closed(workspace: Workspace): void;
  delete(name: string): Promise<void>;
}
