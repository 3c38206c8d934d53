import { describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from '../../src/kernel/clock.ts';
import { Collection, KeyIndex } from '../../src/kernel/collection.ts';
import { Scheduler } from '../../src/kernel/scheduler.ts';
import { Store } from '../../src/kernel/store.ts';

interface Entry {
  id: string;
  owner: string;
  closed?: boolean;
}

const bound = {
  limit: 2,
  group: ({ owner, closed }: Entry) => (closed ? owner : undefined),
};

describe('a collection', () => {
  it('replaces a record with the same ID and keeps its position', () => {
    const entries = new Collection<Entry>();
    entries.put({ id: 'a', owner: 'x' });
    entries.put({ id: 'b', owner: 'x' });
    entries.put({ id: 'a', owner: 'y' });
    expect([...entries.values()].map(({ id, owner }) => id + owner)).toEqual(['ay', 'bx']);
  });

  it('lists the newest records first, without deleted records', () => {
    const entries = new Collection<Entry>();
    for (let number = 0; number < 200; number++) entries.put({ id: `${number}`, owner: 'x' });
    for (let number = 0; number < 199; number += 2) entries.delete(`${number}`);
    expect(entries.newest(3).map(({ id }) => id)).toEqual(['199', '197', '195']);
  });

  it('lists a record only once, at its new position, if the record is deleted and added again', () => {
    const entries = new Collection<Entry>();
    for (const id of ['a', 'b']) entries.put({ id, owner: 'x' });
    entries.delete('a');
    entries.put({ id: 'a', owner: 'y' });
    expect(entries.newest(9).map(({ id, owner }) => id + owner)).toEqual(['ay', 'bx']);
    expect(entries.newest(1, ({ owner }) => owner === 'x').map(({ id }) => id)).toEqual(['b']);
  });

  it('evicts the record that has been evictable for the longest time when its group exceeds the limit', () => {
    const evicted = vi.fn();
    const entries = new Collection<Entry>({ bound: { ...bound, onEvict: evicted } });
    for (const id of ['a', 'b', 'c', 'd']) entries.put({ id, owner: 'x' });
    entries.put({ id: 'other', owner: 'y', closed: true });
    for (const id of ['c', 'a', 'b']) entries.put({ id, owner: 'x', closed: true });
    expect(evicted).toHaveBeenCalledExactlyOnceWith({ id: 'c', owner: 'x', closed: true });
    expect([...entries.values()].map(({ id }) => id)).toEqual(['a', 'b', 'd', 'other']);
  });

  it('evicts no record of a group while mayEvict returns false for the oldest record in the group', () => {
    const entries = new Collection<Entry>({
      bound: { ...bound, mayEvict: ({ id }) => id !== 'a' },
    });
    for (const id of ['a', 'b', 'c']) entries.put({ id, owner: 'x', closed: true });
    expect(entries.size).toBe(3);
  });

  it('updates an index when records change their owner or are deleted', () => {
    const byOwner = new KeyIndex<Entry>(({ owner }) => owner);
    const entries = new Collection<Entry>({ indexes: [byOwner] });
    for (const id of ['a', 'b', 'c']) entries.put({ id, owner: 'x' });
    entries.put({ id: 'b', owner: 'y' });
    entries.delete('a');
    expect([byOwner.ids('x'), byOwner.ids('y'), byOwner.ids('z')]).toEqual([['c'], ['b'], []]);
  });
});

describe('a store', () => {
  it('continues from a snapshot with the same values, order and eviction', () => {
    const options = () => ({ indexes: [new KeyIndex<Entry>(({ owner }) => owner)], bound });
    const first = new Store();
    const entries = first.collection('entries', options());
    for (const id of ['a', 'b', 'c']) entries.put({ id, owner: 'x' });
    for (const id of ['b', 'a']) entries.put({ id, owner: 'x', closed: true });
    first.value('count', 1).set(2);

    const second = new Store(first.snapshot());
    const imported = second.collection('entries', options());
    expect(second.value('count', 1).get()).toBe(2);
    for (const one of [entries, imported]) one.put({ id: 'c', owner: 'x', closed: true });
    expect(second.snapshot()).toEqual(first.snapshot());
    expect([...imported.values()].map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('has the same snapshot as another store with equal contents, regardless of their history', () => {
    const [first, second] = [new Store(), new Store()];
    for (const [store, deleted] of [
      [first, ['x', 'y']],
      [second, []],
    ] as const) {
      const entries = store.collection('entries', { bound });
      for (const id of deleted) {
        entries.put({ id, owner: 'x', closed: true });
        entries.delete(id);
      }
      for (const id of ['a', 'b']) entries.put({ id, owner: 'x', closed: true });
    }
    expect(first.snapshot()).toEqual(second.snapshot());
  });

  it('returns snapshots that later changes do not affect', () => {
    const store = new Store();
    const entries = store.collection<Entry>('entries');
    entries.put({ id: 'a', owner: 'x' });
    const snapshot = store.snapshot();
    entries.delete('a');
    expect(snapshot.collections.entries).toHaveLength(1);
  });
});

describe('a scheduler', () => {
  const start = Date.parse('2026-11-20T18:00:00Z');
  const create = (store = new Store(), at = start) => {
    const clock = new SimulatedClock({ start: at, frozen: true });
    const scheduler = new Scheduler(clock, store);
    const ran: string[] = [];
    scheduler.handle('note', ({ id }) => ran.push(id));
    return { store, clock, scheduler, ran };
  };
  const task = (id: string, seconds: number, subject = 'one') => ({
    id,
    type: 'note',
    subject,
    due: start + seconds * 1000,
  });

  it('runs tasks when they are due, and tasks with the same due time in the order of scheduling', async () => {
    const { clock, scheduler, ran } = create();
    for (const one of [task('late', 9), task('b', 3), task('a', 3)]) scheduler.schedule(one);
    await clock.advance(5_000);
    expect(ran).toEqual(['b', 'a']);
  });

  it('replaces a task with the same ID, and cancels all tasks of a subject', async () => {
    const { clock, scheduler, ran } = create();
    for (const one of [task('a', 1), task('a', 2), task('b', 1, 'two')]) scheduler.schedule(one);
    scheduler.cancelAll('two');
    await clock.advance(1_000);
    expect(ran).toEqual([]);
    await clock.advance(1_000);
    expect(ran).toEqual(['a']);
  });

  it('runs a task only once if it is run before its due time', async () => {
    const { clock, scheduler, ran } = create();
    scheduler.schedule(task('a', 1));
    scheduler.runNow('a');
    scheduler.runNow('a');
    await clock.advance(2_000);
    expect(ran).toEqual(['a']);
  });

  it('resumes the tasks of an imported store', async () => {
    const first = create();
    for (const one of [task('b', 2), task('a', 2)]) first.scheduler.schedule(one);
    const second = create(new Store(first.store.snapshot()));
    second.scheduler.resume();
    await second.clock.advance(2_000);
    expect(second.ran).toEqual(['b', 'a']);
  });
});
