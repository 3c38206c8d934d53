import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TaskQueue } from '../../src/kernel/task-queue.ts';

const drain = (queue: TaskQueue): void => {
  for (let run = queue.take(); run !== undefined; run = queue.take()) run();
};

describe('planned tasks', () => {
  it('come by their moment, those of one moment in the order in which they were planned, and those called off not at all', () => {
    const plans = fc.array(
      fc.record({ due: fc.integer({ min: 0, max: 20 }), isCalledOff: fc.boolean() }),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(plans, (list) => {
        const queue = new TaskQueue();
        const played: number[] = [];
        const callOffs = list.map(({ due }, index) => queue.add(due, () => played.push(index)));
        for (const [index, { isCalledOff }] of list.entries()) if (isCalledOff) callOffs[index]?.();
        drain(queue);
        const expected = list
          .map((one, index) => ({ ...one, index }))
          .filter(({ isCalledOff }) => !isCalledOff);
        expect(played).toEqual(
          expected.sort((a, b) => a.due - b.due || a.index - b.index).map(({ index }) => index),
        );
        expect(queue.due).toBeUndefined();
      }),
    );
  });

  it('can plan others while they run', () => {
    const queue = new TaskQueue();
    const played: string[] = [];
    queue.add(5, () => {
      played.push('first');
      queue.add(1, () => played.push('planned for earlier'));
      queue.add(9, () => played.push('planned for later'));
    });
    queue.add(7, () => played.push('second'));
    drain(queue);
    expect(played).toEqual(['first', 'planned for earlier', 'second', 'planned for later']);
  });

  it('are planned, called off and played in a fraction of a second, a hundred thousand of them', () => {
    const queue = new TaskQueue();
    const started = performance.now();
    let played = 0;
    for (let index = 0; index < 100_000; index++) {
      const callOff = queue.add((index * 7919) % 100_003, () => void played++);
      if (index % 2 === 0) callOff();
    }
    drain(queue);
    expect(played).toBe(50_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('lose nothing when a task is called off after it was played, or twice', () => {
    const queue = new TaskQueue();
    let played = 0;
    const callOff = queue.add(1, () => void played++);
    drain(queue);
    callOff();
    queue.add(2, () => void played++);
    callOff();
    expect(queue.due).toBe(2);
    drain(queue);
    expect(played).toBe(2);
  });
});
