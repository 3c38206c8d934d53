import { describe, expect, it } from 'vitest';
import { SimulatedClock } from '../src/kernel/clock.ts';
import { TaskQueue } from '../src/kernel/task-queue.ts';
import { Receivers } from '../src/receivers.ts';
import type { Runtime } from '../src/runtime.ts';
import { useDispatcher } from './support/dispatcher.ts';

const fixture = useDispatcher();

/** Creates a wall clock that advances only when `pass` is called. */
function wallTime() {
  const tasks = new TaskQueue();
  let now = 0;
  return {
    wall: {
      now: () => now,
      schedule: (task: () => void, milliseconds: number) => tasks.add(now + milliseconds, task),
    },
    pass(seconds: number): void {
      now += seconds * 1000;
      while ((tasks.due ?? Number.POSITIVE_INFINITY) <= now) tasks.take()?.();
    },
  };
}

function createReceivers() {
  const { wall, pass } = wallTime();
  const runtime = {
    clock: new SimulatedClock(),
    interfaces: new Map([['lastmile', { dispatcher: fixture.current.dispatcher }]]),
  } as unknown as Runtime;
  let count = 0;
  const receivers = new Receivers(
    () => runtime,
    wall,
    () => `rcv_${++count}`,
    () => {},
  );
  return { receivers, pass };
}

const options = { url: 'http://receiver.example/', interfaces: ['lastmile' as const], secrets: [] };

describe('receivers with an expiry time', () => {
  it('a receiver is removed after its expiry time without a heartbeat', () => {
    const { receivers, pass } = createReceivers();
    const { id } = receivers.add({ ...options, expires_after_seconds: 15 });
    pass(14);
    expect(receivers.touch(id)?.id).toBe(id);
    pass(14);
    expect(receivers.all.length).toBe(1);
    pass(1);
    expect(receivers.all).toEqual([]);
    expect(receivers.touch(id)).toBeUndefined();
    expect(fixture.current.dispatcher.targets.map(([target]) => target)).toEqual(['main']);
  });

  it('a receiver gets a new expiry time when the stored state is loaded', () => {
    const { receivers, pass } = createReceivers();
    receivers.add({ ...options, expires_after_seconds: 15 });
    pass(14);
    receivers.resume();
    pass(14);
    expect(receivers.all.length).toBe(1);
    pass(1);
    expect(receivers.all).toEqual([]);
  });

  it('a receiver without an expiry time stays until it is removed', () => {
    const { receivers, pass } = createReceivers();
    const { id } = receivers.add(options);
    pass(1_000_000);
    expect(receivers.all.map((one) => one.id)).toEqual([id]);
    expect([receivers.remove(id), receivers.remove(id)]).toEqual([true, false]);
  });
});
