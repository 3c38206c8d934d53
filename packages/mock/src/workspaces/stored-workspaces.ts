import { ProblemError } from '@delivery-api/sandbox';
import { DurableWorkspace } from '../storage/durable-workspace.ts';
import { GroupCommit } from '../storage/group-commit.ts';
import { openStorage } from '../storage/open-storage.ts';
import { type Storage, type StorageOptions, StorageUnavailable } from '../storage/storage.ts';
import type { WorkspaceState, WorkspaceStorage } from './storage.ts';
import type { Workspace } from './workspace.ts';

/** Reports that another process owns the workspace. The request must be forwarded to `owner`. */
export class ForeignWorkspaceError extends ProblemError {
  /** The base URL of the owner. */
  readonly owner: string;

  constructor(workspace: string, owner: string) {
    super('service_unavailable', `Another replica owns the workspace '${workspace}'.`, {
      headers: { 'Retry-After': '1' },
    });
    this.owner = owner;
  }
}

/** Registry functions that the storage calls. */
export interface WorkspaceListener {
  /** Drops the state of a workspace in memory, because it contains changes that are not stored. */
  onLost(name: string): void;
  /** Opens a workspace that has due tasks or deliveries. */
  onDue(name: string): Promise<unknown>;
}

/** Interval between checks for stored workspaces with due tasks, in milliseconds. */
const dueCheckMs = 2_000;

/** Stores the workspaces of a registry. */
export class StoredWorkspaces implements WorkspaceStorage {
  readonly #storage: Storage;
  readonly #commits: GroupCommit;
  /** The workspaces in memory whose changes are stored. */
  readonly #open = new Map<string, DurableWorkspace>();
  readonly #durable = new WeakMap<Workspace, DurableWorkspace>();
  /** The last commits of workspaces that were removed from memory. */
  readonly #closing = new Map<string, Promise<void>>();
  #listener: WorkspaceListener = { onLost: () => {}, onDue: async () => {} };
  readonly #timer: NodeJS.Timeout;

  /**
   * Opens the storage at an address.
   *
   * @returns `undefined` for `memory`
   * @throws {MockError} with a one-line message if the storage cannot be used
   */
  static async connect(
    store: string,
    options: Pick<StorageOptions, 'advertiseUrl'> = {},
  ): Promise<StoredWorkspaces | undefined> {
    let workspaces: StoredWorkspaces | undefined;
    const storage = await openStorage(store, {
      ...options,
      onLost: (error) => {
        if (workspaces !== undefined) workspaces.#lose(error);
      },
    });
    workspaces = storage && new StoredWorkspaces(storage);
    return workspaces;
  }

  private constructor(storage: Storage) {
    this.#storage = storage;
    this.#commits = new GroupCommit(storage);
    this.#timer = setInterval(() => void this.#openDue().catch(() => {}), dueCheckMs);
    this.#timer.unref();
  }

  set listener(listener: WorkspaceListener) {
    this.#listener = listener;
  }

  names(): Promise<string[]> {
    return this.#storage.list().catch(rejectAsProblem);
  }

  /**
   * Takes ownership of a workspace and returns its state.
   *
   * @throws {ForeignWorkspaceError} if another process owns the workspace
   * @throws {ProblemError} `service_unavailable` if the storage cannot be used
   */
  async open(name: string): Promise<WorkspaceState> {
    await this.#closing.get(name);
    const opened = await this.#storage.open(name).catch(rejectAsProblem);
    if ('owner' in opened) throw new ForeignWorkspaceError(name, opened.owner);
    const durable = new DurableWorkspace({
      name,
      epoch: opened.epoch,
      commits: this.#commits,
      onFailure: () => {
        if (this.#open.get(name) !== durable) return;
        this.#open.delete(name);
        void this.#storage.release(name).catch(() => {});
        this.#listener.onLost(name);
      },
    });
    this.#open.set(name, durable);
    return {
      stored: opened.state,
      onStateChange: durable.onStateChange,
      durable: durable.durable,
    };
  }

  opened(workspace: Workspace): void {
    const durable = this.#open.get(workspace.name);
    if (durable === undefined) return;
    durable.attach(workspace.sandbox);
    this.#durable.set(workspace, durable);
  }

  async commit(workspace: Workspace): Promise<void> {
    await this.#durable.get(workspace)?.durable().catch(rejectAsProblem);
  }

  closed({ name }: Workspace): void {
    const durable = this.#open.get(name);
    if (durable === undefined) return;
    this.#open.delete(name);
    const closing = durable
      .flush()
      .then(() => this.#storage.release(name))
      .catch(() => {})
      .finally(() => this.#closing.delete(name));
    this.#closing.set(name, closing);
  }

  async delete(name: string): Promise<void> {
    await this.#closing.get(name);
    // Only the owner can delete, and only a process that has opened a workspace owns it.
    await this.open(name);
    this.#open.delete(name);
    await this.#storage.delete(name).catch(rejectAsProblem);
  }

  /** Stores all changes, and closes the storage. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#open.values()].map((durable) => durable.flush().catch(() => {})));
    await Promise.all(this.#closing.values());
    this.#open.clear();
    await this.#storage.close();
  }

  /** Opens workspaces that have due tasks or deliveries and that no process has in memory. */
  async #openDue(): Promise<void> {
    for (const name of await this.#storage.due(dueCheckMs))
      if (!this.#open.has(name)) await this.#listener.onDue(name).catch(() => {});
  }

  #lose(error: StorageUnavailable): void {
    for (const durable of this.#open.values()) durable.fail(error);
  }
}

/**
 * Converts a storage error to a problem that a client retries.
 *
 * @throws {ProblemError} `service_unavailable`
 */
function rejectAsProblem(error: unknown): never {
  if (!(error instanceof StorageUnavailable)) throw error;
  throw new ProblemError('service_unavailable', error.message, {
    headers: { 'Retry-After': '1' },
  });
}
