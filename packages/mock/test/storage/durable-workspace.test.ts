import type { SandboxChanges } from '@delivery-api/sandbox';
import { describe, expect, it, vi } from 'vitest';
import { DurableWorkspace } from '../../src/storage/durable-workspace.ts';
import { GroupCommit } from '../../src/storage/group-commit.ts';
import { StorageUnavailable, type WorkspaceCommit } from '../../src/storage/storage.ts';

/** Creates a group commit that the test completes, and workspaces that record their changes. */
function setup() {
  const commits: { batch: readonly WorkspaceCommit[]; end: (fenced?: string[]) => void }[] = [];
  const failures: Error[] = [];
  let error: Error | undefined;
  const groups = new GroupCommit({
    commit: (batch) =>
      new Promise((resolve, reject) => {
        const end = (fenced: string[] = []) => (error ? reject(error) : resolve(new Set(fenced)));
        commits.push({ batch, end });
      }),
  });
  const create = (name: string) => {
    let changed: string[] = [];
    const workspace = new DurableWorkspace({
      name,
      epoch: 1,
      commits: groups,
      onFailure: (failure) => failures.push(failure),
    });
    workspace.attach({
      takeChanges(): SandboxChanges {
        const values = changed.map((one) => ({ name: one, value: 1 }));
        changed = [];
        workspace.onStateChange('clock');
        return { replaces: false, rows: [], values };
      },
    });
    const change = (value: string): void => {
      changed.push(value);
      workspace.onStateChange(value);
    };
    return { workspace, change };
  };
  const fail = (failure: Error): void => {
    error = failure;
  };
  /** Returns the names of the changed values of each workspace in a commit. */
  const valuesOf = (index: number) =>
    commits[index]?.batch.map(({ name, changes }) => [name, changes.values.map((v) => v.name)]);
  const commit = (index: number) => vi.waitFor(() => commits[index] ?? Promise.reject());
  return { commits, failures, create, fail, valuesOf, commit };
}

/** Returns whether a promise has resolved. */
const isDone = async (promise: Promise<void>): Promise<boolean> => {
  const isPending = {};
  return (await Promise.race([promise, Promise.resolve(isPending)])) !== isPending;
};

describe('the changes of workspaces', () => {
  it('changes that are made at the same time are written in one commit', async () => {
    const { create, valuesOf, commit, commits } = setup();
    const [a, b] = [create('a'), create('b')];
    a.change('one');
    b.change('two');
    a.change('three');
    const durable = Promise.all([a.workspace.durable(), b.workspace.durable()]);
    (await commit(0)).end();
    await durable;
    expect(valuesOf(0)).toEqual([
      ['a', ['one', 'three']],
      ['b', ['two']],
    ]);
    expect(commits).toHaveLength(1);
  });

  it('changes wait for the next commit while a commit runs', async () => {
    const { create, valuesOf, commit } = setup();
    const { workspace, change } = create('a');
    change('one');
    const first = workspace.durable();
    await commit(0);
    change('two');
    const second = workspace.durable();
    (await commit(0)).end();
    await first;
    expect(await isDone(second)).toBe(false);
    (await commit(1)).end();
    await second;
    expect([valuesOf(0), valuesOf(1)]).toEqual([[['a', ['one']]], [['a', ['two']]]]);
  });

  it('a workspace is durable immediately when nothing except the request log has changed', async () => {
    const { create, commits } = setup();
    const { workspace, change } = create('a');
    expect(await isDone(workspace.durable())).toBe(true);
    change('requests.count');
    expect(await isDone(workspace.durable())).toBe(true);
    expect(commits).toHaveLength(0);
  });

  it('a change to only the request log is committed', async () => {
    const { create, commit, valuesOf } = setup();
    create('a').change('requests.count');
    (await commit(0)).end();
    expect(valuesOf(0)).toEqual([['a', ['requests.count']]]);
  });

  it('readers wait while a commit of earlier changes runs', async () => {
    const { create, commit } = setup();
    const { workspace, change } = create('a');
    change('one');
    await commit(0);
    const reader = workspace.durable();
    expect(await isDone(reader)).toBe(false);
    (await commit(0)).end();
    await reader;
  });

  it('changes fail together when the storage is unavailable, and nothing is stored afterwards', async () => {
    const { create, commit, commits, failures, fail } = setup();
    const [a, b] = [create('a'), create('b')];
    for (const { change } of [a, b]) change('one');
    const results = Promise.allSettled([a.workspace.durable(), b.workspace.durable()]);
    fail(new StorageUnavailable('lost'));
    (await commit(0)).end();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(failures).toHaveLength(2);
    a.change('two');
    await expect(a.workspace.durable()).rejects.toThrow('lost');
    expect(commits).toHaveLength(1);
  });

  it('changes fail only for a workspace that another process has taken over', async () => {
    const { create, commit, failures } = setup();
    const [a, b] = [create('a'), create('b')];
    for (const { change } of [a, b]) change('one');
    const results = Promise.allSettled([a.workspace.durable(), b.workspace.durable()]);
    (await commit(0)).end(['a']);
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(failures.map(({ message }) => message)).toEqual([
      "Another process now owns the workspace 'a'.",
    ]);
  });
});
