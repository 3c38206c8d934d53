import { setTimeout as wait } from 'node:timers/promises';
import { ProblemError } from '@delivery-api/sandbox';
import type { ClusterOptions } from '../api/types.ts';
import type { Forward } from '../http/local-routes.ts';
import type { WorkspaceRegistry } from '../workspaces/registry.ts';
import { ForeignWorkspaceError } from '../workspaces/stored-workspaces.ts';
import { Forwarder } from './forwarder.ts';

/** Maximum time that a request waits to take over a workspace, in milliseconds. */
const takeoverTimeoutMs = 4_500;
const retryMs = 50;
/** Time for which a known owner is used without a database query, in milliseconds. */
const ownerLifetimeMs = 5_000;

/** Sends each request to the replica that owns its workspace, in at most one hop. */
export class Cluster {
  readonly #forwarder: Forwarder;
  readonly #advertiseUrl: string;
  readonly #registry: WorkspaceRegistry;
  readonly #owners = new Map<string, { url: string; until: number }>();

  constructor(registry: WorkspaceRegistry, { advertiseUrl, secret }: ClusterOptions) {
    this.#registry = registry;
    this.#advertiseUrl = new URL(advertiseUrl).href;
    this.#forwarder = new Forwarder(secret);
  }

  /**
   * Opens the workspace of a request in this replica, or forwards the request to the owner. If the
   * owner has stopped, this replica takes over the workspace. See {@link Forward}.
   */
  readonly forward: Forward = async (name, message, response) => {
    if (this.#registry.loaded(name) !== undefined) return false;
    const isForwarded = this.#forwarder.isForwarded(message);
    for (const deadline = Date.now() + takeoverTimeoutMs; ; await wait(retryMs)) {
      const owner = (!isForwarded && this.#knownOwner(name)) || (await this.#open(name));
      if (owner === undefined) return false;
      if (isForwarded) throw unavailable(name, 'has moved to another replica');
      if (owner !== this.#advertiseUrl) {
        if (await this.#forwarder.forward(owner, message, response)) return true;
      }
      this.#owners.delete(name);
      if (Date.now() > deadline)
        throw unavailable(name, 'belongs to a replica that is not reachable');
    }
  };

  stop(): void {
    this.#forwarder.stop();
  }

  /**
   * Opens a workspace. Returns the base URL of the owner if another replica owns the workspace,
   * otherwise `undefined`.
   */
  async #open(name: string): Promise<string | undefined> {
    try {
      await this.#registry.open(name);
      return undefined;
    } catch (error) {
      if (!(error instanceof ForeignWorkspaceError)) throw error;
      this.#owners.set(name, { url: error.owner, until: Date.now() + ownerLifetimeMs });
      return error.owner;
    }
  }

  #knownOwner(name: string): string | undefined {
    const known = this.#owners.get(name);
    if (known === undefined || known.until > Date.now()) return known?.url;
    this.#owners.delete(name);
    return undefined;
  }
}

const unavailable = (name: string, reason: string): ProblemError =>
  new ProblemError('service_unavailable', `The workspace '${name}' ${reason}. Retry the request.`, {
    headers: { 'Retry-After': '1' },
  });
