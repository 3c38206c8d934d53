import type { SandboxChanges } from '@delivery-api/sandbox';
import { type Storage, StorageUnavailable } from './storage.ts';

/** A workspace whose changes can be committed. */
export interface CommittedWorkspace {
  readonly name: string;
  readonly epoch: number;
  /** Returns the changes since the last call. */
  takeChanges(): SandboxChanges;
}

interface Waiting {
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: StorageUnavailable) => void;
}

/**
 * Writes the changes of all waiting workspaces in one commit. One commit runs at a time; changes
 * that arrive meanwhile are part of the next commit.
 */
export class GroupCommit {
  readonly #storage: Pick<Storage, 'commit'>;
  #waiting = new Map<CommittedWorkspace, Waiting>();
  #isRunning = false;

  constructor(storage: Pick<Storage, 'commit'>) {
    this.#storage = storage;
  }

  /**
   * Stores the changes of a workspace with the next commit.
   *
   * @throws {StorageUnavailable} if it is unknown whether the changes are stored, or if another
   * process owns the workspace
   */
  add(workspace: CommittedWorkspace): Promise<void> {
    let waiting = this.#waiting.get(workspace);
    if (waiting === undefined) {
      waiting = createWaiting();
      this.#waiting.set(workspace, waiting);
    }
    if (!this.#isRunning) {
      this.#isRunning = true;
      // All requests in this turn of the event loop share the commit.
      setImmediate(() => void this.#run());
    }
    return waiting.promise;
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      await this.#commit(batch);
    }
    this.#isRunning = false;
  }

  async #commit(batch: ReadonlyMap<CommittedWorkspace, Waiting>): Promise<void> {
    try {
      const fenced = await this.#storage.commit(
        [...batch.keys()].map((workspace) => ({
          name: workspace.name,
          epoch: workspace.epoch,
          changes: workspace.takeChanges(),
        })),
      );
      for (const [{ name }, { resolve, reject }] of batch)
        if (fenced.has(name))
          reject(new StorageUnavailable(`Another process now owns the workspace '${name}'.`));
        else resolve();
    } catch (error) {
      const failure =
        error instanceof StorageUnavailable
          ? error
          : new StorageUnavailable(`The commit failed: ${(error as Error).message}`);
      for (const { reject } of batch.values()) reject(failure);
    }
  }
}

function createWaiting(): Waiting {
  let [resolve, reject] = [(): void => {}, (_: StorageUnavailable): void => {}];
  const promise = new Promise<void>((onStored, onFailed) => {
    [resolve, reject] = [onStored, onFailed];
  });
  // A failed commit for which no caller waits must not end the process.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
