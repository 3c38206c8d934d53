import type { SandboxChanges, StoredState } from '@delivery-api/sandbox';

/** Durable storage of the state of workspaces. One process at a time owns a workspace. */
export interface Storage {
  /** The address, without a password. */
  readonly address: string;
  /**
   * Takes a workspace, and returns its state. Earlier owners can no longer commit.
   *
   * @throws {StorageUnavailable}
   */
  open(name: string): Promise<OpenedWorkspace | ForeignWorkspace>;
  /**
   * Stores changes of several workspaces, all or none of those of each workspace. It resolves once
   * they are durable.
   *
   * @returns the names of the workspaces that another process has taken; their changes are dropped
   * @throws {StorageUnavailable} when it is unknown whether the changes were stored
   */
  commit(batch: readonly WorkspaceCommit[]): Promise<ReadonlySet<string>>;
  /** Gives a workspace back, so that another process can take it. */
  release(name: string): Promise<void>;
  /** Deletes a workspace that this process owns. */
  delete(name: string): Promise<void>;
  /** The names of at most 100 workspaces that have tasks which have been due for `graceMs`. */
  due(graceMs: number): Promise<string[]>;
  /** The names of the stored workspaces, in alphabetical order. */
  list(): Promise<string[]>;
  close(): Promise<void>;
}

/** A workspace that this process owns now. */
export interface OpenedWorkspace {
  /** Grows with each owner. A commit with an older epoch is rejected. */
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
  /** Called when the storage lost all workspaces that it had opened, such as with a connection. */
  onLost?: (error: StorageUnavailable) => void;
  /** The base URL at which other processes reach this one. */
  advertiseUrl?: string;
  /** Real time in milliseconds since 1970. */
  now?: () => number;
}

/** The storage cannot be used at the moment. The message is one line without a password. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}
