import type { SandboxChanges, StoredState } from '@delivery-api/sandbox';

/** Durable storage for workspace state. One process at a time owns a workspace. */
export interface Storage {
  /** The address, without a password. */
  readonly address: string;
  /**
   * Takes ownership of a workspace and returns its state, or returns the owner if another process
   * owns the workspace. Earlier owners can no longer commit.
   *
   * @throws {StorageUnavailable} if the storage cannot be used, or if the owner has no base URL at
   * which it accepts forwarded requests
   */
  open(name: string): Promise<OpenedWorkspace | ForeignWorkspace>;
  /**
   * Stores changes to several workspaces; for each workspace, all changes or none. Resolves once
   * they are durable.
   *
   * @returns the names of the workspaces that another process now owns; their changes are dropped
   * @throws {StorageUnavailable} if it is unknown whether the changes were stored
   */
  commit(batch: readonly WorkspaceCommit[]): Promise<ReadonlySet<string>>;
  /** Releases a workspace so that another process can open it. */
  release(name: string): Promise<void>;
  /** Deletes a workspace that this process owns. */
  delete(name: string): Promise<void>;
  /**
   * Returns the names of up to 100 workspaces with tasks that have been due for at least `graceMs`
   * milliseconds.
   */
  due(graceMs: number): Promise<string[]>;
  /** Returns the names of the stored workspaces in alphabetical order. */
  list(): Promise<string[]>;
  close(): Promise<void>;
}

/** A workspace that this process owns now. */
export interface OpenedWorkspace {
  /** Increases each time the workspace is opened. A commit with an older epoch is rejected. */
  epoch: number;
  /** `undefined` for a new workspace. */
  state: StoredState | undefined;
}

/** A workspace that another process owns. */
export interface ForeignWorkspace {
  /** The base URL at which the owner accepts forwarded requests. */
  owner: string;
}

export interface WorkspaceCommit {
  name: string;
  epoch: number;
  changes: SandboxChanges;
}

export interface StorageOptions {
  /**
   * Called when the storage loses all open workspaces, for example because its connection fails.
   */
  onLost?: (error: StorageUnavailable) => void;
  /** The base URL at which other processes reach this one. */
  advertiseUrl?: string;
  /**
   * Returns the real time, in milliseconds since 1970. Only SQLite uses it. Default: `Date.now`.
   */
  now?: () => number;
}

/** The storage cannot be used at the moment. The message has one line and contains no password. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}
