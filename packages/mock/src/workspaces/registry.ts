import { defaultWorkspace, ProblemError, type Sandbox } from '@delivery-api/sandbox';
import type { WorkspaceInfo } from '../api/types.ts';
import type { WorkspaceState, WorkspaceStorage } from './storage.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspaceRegistryOptions {
  /** Creates the sandbox of a workspace. */
  create: (name: string, state: WorkspaceState) => Sandbox;
  /** Default: workspaces exist in memory only. */
  storage?: WorkspaceStorage | undefined;
  /** Maximum number of workspaces in memory. */
  maxWorkspaces: number;
  /** Estimated total size of all workspaces above which idle workspaces are unloaded, in bytes. */
  memoryBudget: number;
  /** Real time, in milliseconds since 1970. */
  now: () => number;
}

interface Entry {
  workspace: Workspace;
  /** Number of requests in progress. */
  uses: number;
  lastUsed: number;
  bytes: number;
  /** Number of requests since `bytes` was estimated. */
  usesSinceEstimate: number;
}

/** Real time without requests after which a workspace is idle, in milliseconds. */
const idleMs = 60_000;
const usesPerEstimate = 64;

/** The workspaces of a process. Each workspace is opened on first use. */
export class WorkspaceRegistry {
  readonly #options: WorkspaceRegistryOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #opening = new Map<string, Promise<Entry>>();
  #bytes = 0;
  #isStopped = false;

  constructor(options: WorkspaceRegistryOptions) {
    this.#options = options;
  }

  /** Whether workspaces outlive the process. */
  get isStored(): boolean {
    return this.#options.storage !== undefined;
  }

  /** Returns a workspace if it is in memory. */
  loaded(name: string): Workspace | undefined {
    return this.#entries.get(name)?.workspace;
  }

  /** All workspaces in memory. */
  get all(): Workspace[] {
    return [...this.#entries.values()].map(({ workspace }) => workspace);
  }

  /**
   * Returns the workspace from memory, otherwise from the storage, otherwise a new workspace.
   *
   * @throws {ProblemError} `service_unavailable` if the maximum number of workspaces or the memory
   * limit is reached, or the storage cannot be used
   * @throws {ForeignWorkspaceError} if another process owns the workspace
   */
  async open(name: string): Promise<Workspace> {
    return (await this.#entry(name)).workspace;
  }

  /** Opens a workspace for a request; it stays in memory until `release`. */
  async acquire(name: string): Promise<Workspace> {
    const entry = await this.#entry(name);
    entry.uses += 1;
    return entry.workspace;
  }

  /** Ends a request that acquired a workspace. No effect if the workspace was deleted or lost. */
  release(workspace: Workspace): void {
    const entry = this.#entries.get(workspace.name);
    if (entry?.workspace !== workspace) return;
    entry.uses -= 1;
    entry.lastUsed = this.#options.now();
    entry.usesSinceEstimate += 1;
    if (entry.bytes === 0 || entry.usesSinceEstimate >= usesPerEstimate) this.#estimate(entry);
    // If a commit fails, the workspace stays in memory, and the next request tries again.
    if (this.#bytes > this.#options.memoryBudget) this.#unloadIdle().catch(() => {});
  }

  /**
   * Makes the effects of a request durable. Call it before you send the response.
   *
   * @throws {ProblemError} `service_unavailable` if the effects cannot be made durable
   */
  async commit(workspace: Workspace): Promise<void> {
    await this.#options.storage?.commit(workspace);
  }

  /** Returns all workspaces, in memory and stored, sorted by name. */
  async list(): Promise<WorkspaceInfo[]> {
    const stored = (await this.#options.storage?.names()) ?? [];
    return [...new Set([...this.#entries.keys(), ...stored])].sort().map((name) => {
      const entry = this.#entries.get(name);
      if (entry === undefined) return { name, in_memory: false };
      this.#estimate(entry);
      return {
        name,
        in_memory: true,
        seed: entry.workspace.sandbox.runtime.seed,
        last_used_at: new Date(entry.lastUsed).toISOString(),
        estimated_bytes: entry.bytes,
      };
    });
  }

  /**
   * Deletes a workspace. The next request with its name creates a new one.
   *
   * @returns whether the workspace existed
   */
  async delete(name: string): Promise<boolean> {
    await this.#opening.get(name);
    const isLoaded = this.#entries.has(name);
    const { storage } = this.#options;
    const isStored = (await storage?.names())?.includes(name) === true;
    this.#forget(name);
    await storage?.delete(name);
    return isLoaded || isStored;
  }

  /** Unloads a workspace whose state could not be stored. The next request opens it again. */
  drop(name: string): void {
    this.#forget(name);
  }

  /** Stops all workspaces. */
  stop(): void {
    this.#isStopped = true;
    for (const { workspace } of this.#entries.values()) workspace.sandbox.stop();
  }

  /** Returns the entry itself, not a promise, if the workspace is in memory (the usual case). */
  #entry(name: string): Entry | Promise<Entry> {
    const known = this.#entries.get(name) ?? this.#opening.get(name);
    if (known !== undefined) return known;
    const opening = this.#load(name).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  async #load(name: string): Promise<Entry> {
    const { create, storage, now } = this.#options;
    if (name !== defaultWorkspace) await this.#ensureCapacity(name);
    const state = (await storage?.open(name)) ?? {};
    const workspace = { name, sandbox: create(name, state) };
    const entry = { workspace, uses: 0, lastUsed: now(), bytes: 0, usesSinceEstimate: 0 };
    this.#entries.set(name, entry);
    storage?.opened(workspace);
    if (this.#isStopped) workspace.sandbox.stop();
    return entry;
  }

  async #ensureCapacity(name: string): Promise<void> {
    const { maxWorkspaces, memoryBudget, storage } = this.#options;
    const isFull = (): boolean => {
      const others = [...this.#opening.keys()].filter((opening) => opening !== name);
      return this.#entries.size + others.length >= maxWorkspaces;
    };
    if (this.#bytes > memoryBudget || (isFull() && storage !== undefined)) await this.#unloadIdle();
    if (!isFull() && this.#bytes <= memoryBudget) return;
    const cause = isFull()
      ? `There are already ${maxWorkspaces} workspaces, the maximum.`
      : 'The workspaces have reached the memory limit, and none is idle.';
    throw new ProblemError(
      'service_unavailable',
      `${cause} Delete one with DELETE /_sandbox/workspaces/{name}.`,
      { headers: { 'Retry-After': '60' } },
    );
  }

  /**
   * Removes idle workspaces from memory until the limits are met, the least recently used first.
   * Never removes the default workspace.
   */
  async #unloadIdle(): Promise<void> {
    const { memoryBudget, maxWorkspaces, storage, now } = this.#options;
    const idle = [...this.#entries.values()]
      .filter(({ workspace, uses, lastUsed }) => {
        const isIdle = uses === 0 && now() - lastUsed >= idleMs;
        return isIdle && workspace.name !== defaultWorkspace;
      })
      .sort((a, b) => a.lastUsed - b.lastUsed);
    for (const entry of idle) {
      const { workspace } = entry;
      if (this.#bytes <= memoryBudget && this.#entries.size < maxWorkspaces) return;
      await storage?.commit(workspace);
      // A request may have used or deleted the workspace while the commit was in progress.
      if (this.#entries.get(workspace.name) === entry && entry.uses === 0)
        this.#forget(workspace.name);
    }
  }

  #forget(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    this.#entries.delete(name);
    this.#bytes -= entry.bytes;
    entry.workspace.sandbox.stop();
    this.#options.storage?.closed(entry.workspace);
  }

  #estimate(entry: Entry): void {
    const bytes = entry.workspace.sandbox.runtime.store.estimateBytes();
    this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    entry.usesSinceEstimate = 0;
  }
}
