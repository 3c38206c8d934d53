import { isRequestLog, type SandboxChanges } from '@delivery-api/sandbox';
import type { CommittedWorkspace, GroupCommit } from './group-commit.ts';
import type { StorageUnavailable } from './storage.ts';

/** Maximum time that request log entries wait for a commit, in milliseconds. */
const logDelayMs = 250;

export interface DurableWorkspaceOptions {
  name: string;
  epoch: number;
  commits: GroupCommit;
  /** Called once if changes could not be stored. The state in memory must then be dropped. */
  onFailure: (error: StorageUnavailable) => void;
}

/**
 * Stores the changes to one sandbox. A state change starts a commit, for which `durable` waits. New
 * request log entries wait for the next commit, or start a commit after `logDelayMs`.
 */
export class DurableWorkspace implements CommittedWorkspace {
  readonly name: string;
  readonly epoch: number;
  readonly #options: DurableWorkspaceOptions;
  #source: { takeChanges(): SandboxChanges } | undefined;
  /** The scheduled commit, which will contain the changes since the current commit started. */
  #next: Promise<void> | undefined;
  /** The commit in progress. */
  #running: Promise<void> | undefined;
  #logTimer: NodeJS.Timeout | undefined;
  #isTaking = false;
  #failure: StorageUnavailable | undefined;

  constructor(options: DurableWorkspaceOptions) {
    this.#options = options;
    this.name = options.name;
    this.epoch = options.epoch;
  }

  /**
   * Connects the sandbox whose changes are stored. The options of the sandbox must contain
   * `onStateChange` and `durable`.
   */
  attach(source: { takeChanges(): SandboxChanges }): void {
    this.#source = source;
  }

  /** The `onStateChange` option of the sandbox. */
  readonly onStateChange = (name: string): void => {
    if (this.#isTaking || this.#failure !== undefined) return;
    if (!isRequestLog(name)) this.#commit();
    else if (this.#next === undefined)
      this.#logTimer ??= setTimeout(() => this.#commit(), logDelayMs).unref();
  };

  /**
   * Resolves once all changes so far are durable, except new request log entries that wait for a
   * commit. This is the `durable` option of the sandbox.
   *
   * @throws {StorageUnavailable} if changes could not be stored
   */
  readonly durable = (): Promise<void> => {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return this.#next ?? this.#running ?? Promise.resolve();
  };

  takeChanges(): SandboxChanges {
    clearTimeout(this.#logTimer);
    this.#logTimer = undefined;
    this.#running = this.#next;
    this.#next = undefined;
    this.#isTaking = true;
    try {
      return this.#source?.takeChanges() ?? { replaces: false, rows: [], values: [] };
    } finally {
      this.#isTaking = false;
    }
  }

  /** Stores all changes, including the request log. */
  async flush(): Promise<void> {
    this.#commit();
    await this.durable();
  }

  /** Stops storing changes and calls `onFailure`. */
  fail(error: StorageUnavailable): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    clearTimeout(this.#logTimer);
    this.#options.onFailure(error);
  }

  #commit(): void {
    if (this.#next !== undefined || this.#failure !== undefined) return;
    const commit = this.#options.commits.add(this);
    this.#next = commit;
    commit.then(
      () => {
        if (this.#running === commit) this.#running = undefined;
      },
      (error: StorageUnavailable) => this.fail(error),
    );
  }
}
