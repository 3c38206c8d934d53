import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TaskQueue } from '../../src/kernel/task-queue.ts';

const drain = (queue: TaskQueue): void => {
  for (let run = queue.take(); run !== undefined; run = queue.take()) run();
};

describe('a task queue', () => {
  it('returns tasks by due time, then by insertion order, without canceled tasks', () => {
    const plans = fc.array(
      fc.record({ due: fc.integer({ min: 0, max: 20 }), isCancelled: fc.boolean() }),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(plans, (list) => {
        const queue = new TaskQueue();
        const ran: number[] = [];
        const cancels = list.map(({ due }, index) => queue.add(due, () => ran.push(index)));
        for (const [index, { isCancelled }] of list.entries()) if (isCancelled) cancels[index]?.();
        drain(queue);
        const expected = list
          .map((one, index) => ({ ...one, index }))
          .filter(({ isCancelled }) => !isCancelled);
        expect(ran).toEqual(
          expected.sort((a, b) => a.due - b.due || a.index - b.index).map(({ index }) => index),
        );
        expect(queue.due).toBeUndefined();
      }),
    );
  });

  it('accepts tasks while a task runs', () => {
    const queue = new TaskQueue();
    const ran: string[] = [];
    queue.add(5, () => {
      ran.push('first');
      queue.add(1, () => ran.push('due earlier'));
      queue.add(9, () => ran.push('due later'));
    });
    queue.add(7, () => ran.push('second'));
    drain(queue);
    expect(ran).toEqual(['first', 'due earlier', 'second', 'due later']);
  });

  it('adds 100,000 tasks, cancels half of them and returns the rest within 5 s', () => {
    const queue = new TaskQueue();
    const started = performance.now();
    let ran = 0;
    for (let index = 0; index < 100_000; index++) {
      const cancel = queue.add((index * 7919) % 100_003, () => void ran++);
      if (index % 2 === 0) cancel();
    }
    drain(queue);
    expect(ran).toBe(50_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('ignores the cancellation of a task that was returned, and a second cancellation', () => {
    const queue = new TaskQueue();
    let ran = 0;
    const cancel = queue.add(1, () => void ran++);
    drain(queue);
    cancel();
    queue.add(2, () => void ran++);
    cancel();
    expect(queue.due).toBe(2);
    drain(queue);
    expect(ran).toBe(2);
  });
});
