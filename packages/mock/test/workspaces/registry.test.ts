import type { Sandbox } from '@delivery-api/sandbox';
import { describe, expect, it } from 'vitest';
import { WorkspaceRegistry, type WorkspaceRegistryOptions } from '../../src/workspaces/registry.ts';
import type { WorkspaceStorage } from '../../src/workspaces/storage.ts';

/** A sandbox of a fixed size that records whether it was stopped. */
class FakeSandbox {
  isStopped = false;
  readonly runtime = { seed: 'seed', store: { estimateBytes: () => 100 } };

  stop(): void {
    this.isStopped = true;
  }
}

function setUp(options: Partial<WorkspaceRegistryOptions> = {}) {
  let now = 0;
  const created: string[] = [];
  const registry = new WorkspaceRegistry({
    create: (name) => {
      created.push(name);
      return new FakeSandbox() as unknown as Sandbox;
    },
    maxWorkspaces: 3,
    memoryBudget: 1_000,
    now: () => now,
    ...options,
  });
  const use = async (name: string): Promise<FakeSandbox> => {
    const workspace = await registry.acquire(name);
    registry.release(workspace);
    return workspace.sandbox as unknown as FakeSandbox;
  };
  const wait = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { registry, created, use, wait };
}

/** Creates a storage that keeps only workspace names, and records its calls. */
function fakeStorage(names: string[] = []): WorkspaceStorage & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    names: async () => names,
    open: async (name) => {
      calls.push(`open ${name}`);
      names.push(name);
      return {};
    },
    opened: ({ name }) => void calls.push(`opened ${name}`),
    commit: async ({ name }) => void calls.push(`commit ${name}`),
    closed: ({ name }) => void calls.push(`closed ${name}`),
    delete: async (name) => void names.splice(names.indexOf(name), 1),
  };
}

describe('the workspaces of a process', () => {
  it('creates a workspace once when many requests open it at the same time', async () => {
    const { registry, created } = setUp();
    const opened = await Promise.all(Array.from({ length: 20 }, () => registry.open('a')));
    expect(created).toEqual(['a']);
    expect(new Set(opened).size).toBe(1);
  });

  it('rejects a workspace above the maximum number with 503, and serves the existing workspaces', async () => {
    const { use, registry } = setUp();
    for (const name of ['default', 'a', 'b']) await use(name);
    await expect(use('c')).rejects.toMatchObject({ code: 'service_unavailable' });
    await use('a');
    expect(await registry.delete('b')).toBe(true);
    await use('c');
  });

  it('evicts the least recently used idle workspace when the memory budget is exceeded', async () => {
    const { registry, use, wait } = setUp({ maxWorkspaces: 100, memoryBudget: 250 });
    const oldest = await use('a');
    wait(1);
    await use('b');
    wait(60_000);
    await use('c');
    await expect.poll(() => oldest.isStopped).toBe(true);
    expect((await registry.list()).map(({ name }) => name)).toEqual(['b', 'c']);
  });

  it('evicts neither the default workspace nor a workspace with a request in progress', async () => {
    const { registry, use, wait } = setUp({ maxWorkspaces: 100, memoryBudget: 250 });
    await use('default');
    const busy = await registry.acquire('busy');
    await use('idle');
    wait(60_000);
    await use('new');
    await expect.poll(() => registry.loaded('idle')).toBeUndefined();
    expect(registry.loaded('default')).toBeDefined();
    expect(registry.loaded('busy')).toBe(busy);
  });

  it('rejects a new workspace with 503 when the memory budget is exceeded and no workspace is idle', async () => {
    const { use } = setUp({ maxWorkspaces: 100, memoryBudget: 150 });
    await use('a');
    await use('b');
    await expect(use('c')).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'Retry-After': '60' },
    });
  });

  it('keeps a reopened workspace that is in use when a request to the deleted workspace of the same name ends', async () => {
    const { registry, use, wait } = setUp({ maxWorkspaces: 100, memoryBudget: 150 });
    const deleted = await registry.acquire('a');
    await registry.delete('a');
    const reopened = await registry.acquire('a');
    registry.release(deleted);
    await use('default');
    wait(60_000);
    await use('default');
    await use('default').catch(() => {});
    expect(registry.loaded('a')).toBe(reopened);
  });

  it('keeps an idle workspace whose changes cannot be stored, and evicts it later', async () => {
    const storage = fakeStorage();
    const { commit } = storage;
    let failures = 0;
    storage.commit = async () => {
      failures += 1;
      throw new Error('storage lost');
    };
    const { registry, use, wait } = setUp({ maxWorkspaces: 100, memoryBudget: 150, storage });
    const idle = await use('a');
    await use('default');
    wait(60_000);
    await use('default');
    await expect.poll(() => failures).toBe(1);
    expect(registry.loaded('a')).toBeDefined();
    storage.commit = commit;
    await use('default');
    await expect.poll(() => idle.isStopped).toBe(true);
  });

  it('commits an idle workspace before it is evicted, and opens the workspace again for the next request', async () => {
    const storage = fakeStorage();
    const { use, wait } = setUp({ maxWorkspaces: 100, memoryBudget: 150, storage });
    await use('a');
    wait(60_000);
    await use('b');
    await expect.poll(() => storage.calls.at(-1)).toBe('closed a');
    await use('a');
    expect(storage.calls).toEqual([
      'open a',
      'opened a',
      'open b',
      'opened b',
      'commit a',
      'closed a',
      'open a',
      'opened a',
    ]);
  });

  it('lists and deletes a stored workspace that is not in memory', async () => {
    const { registry } = setUp({ storage: fakeStorage(['old']) });
    expect(await registry.list()).toEqual([{ name: 'old', in_memory: false }]);
    expect(await registry.delete('old')).toBe(true);
    expect(await registry.delete('old')).toBe(false);
    expect(await registry.list()).toEqual([]);
  });

  it('opens a workspace after the storage has failed once', async () => {
    const storage = fakeStorage();
    const { open } = storage;
    let failures = 1;
    storage.open = (name) =>
      failures-- > 0 ? Promise.reject(new Error('The database is gone.')) : open(name);
    const { use } = setUp({ storage });
    await expect(use('a')).rejects.toThrow('The database is gone.');
    await use('a');
  });
});
