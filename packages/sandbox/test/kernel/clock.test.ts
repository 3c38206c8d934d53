import { describe, expect, it } from 'vitest';
import { SimulatedClock, type WallClock } from '../../src/kernel/clock.ts';
import { Store } from '../../src/kernel/store.ts';

/** Creates a wall clock that advances only when `pass` is called. */
function manualClock() {
  let now = 1_000_000;
  let waiting: { due: number; task: () => void }[] = [];
  const wall: WallClock = {
    now: () => now,
    schedule(task, milliseconds) {
      const one = { due: now + milliseconds, task };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
  };
  const pass = (milliseconds: number) => {
    const target = now + milliseconds;
    for (
      let next = waiting.toSorted((a, b) => a.due - b.due)[0];
      next !== undefined && next.due <= target;
      next = waiting.toSorted((a, b) => a.due - b.due)[0]
    ) {
      waiting = waiting.filter((other) => other !== next);
      now = Math.max(now, next.due);
      next.task();
    }
    now = target;
  };
  return { wall, pass, waiting: () => waiting.length };
}

/** Creates a wall clock whose time can be set without an effect on its timers. */
function settableClock() {
  const { wall, pass } = manualClock();
  let offset = 0;
  const shift = (milliseconds: number): void => {
    offset += milliseconds;
  };
  return { wall: { ...wall, now: () => wall.now() + offset }, pass, shift };
}

describe('the simulated clock after a change to the wall clock', () => {
  it.each([1, 60])('continues at speed %i when the wall clock is set back', (speed) => {
    const { wall, pass, shift } = settableClock();
    const clock = new SimulatedClock({ wall, start: 0, speed });
    const ran: number[] = [];
    for (const due of [2000, 4000]) clock.at(due * speed, () => ran.push(clock.now()));
    pass(1000);
    expect(clock.now()).toBe(1000 * speed);
    shift(-3_600_000);
    expect(clock.now()).toBe(1000 * speed);
    pass(1000);
    expect(clock.now()).toBe(2000 * speed);
    pass(5000);
    expect(ran).toEqual([2000 * speed, 4000 * speed]);
  });

  it('continues from the same time when the wall clock is set back while the simulated clock is frozen', () => {
    const { wall, pass, shift } = settableClock();
    const clock = new SimulatedClock({ wall, start: 0 });
    pass(1000);
    clock.set({ frozen: true });
    shift(-3_600_000);
    clock.set({ frozen: false });
    pass(1000);
    expect(clock.now()).toBe(2000);
  });

  it('jumps forward with the wall clock, and returns the due time of a skipped task while the task runs', () => {
    const { wall, pass, shift } = settableClock();
    const clock = new SimulatedClock({ wall, start: 0 });
    const ran: number[] = [];
    clock.at(10_000, () => ran.push(clock.now()));
    shift(3_600_000);
    expect(clock.now()).toBe(3_600_000);
    pass(10_000);
    expect(ran).toEqual([10_000]);
  });
});

describe('the simulated clock of a stored sandbox', () => {
  it('continues from the stored time plus the elapsed real time multiplied by its speed, unless it is frozen or the elapsed time is negative', () => {
    const clockAfter = (elapsed: number, frozen = false): SimulatedClock => {
      const values = { clock: { time: 1_000, speed: 60, frozen } };
      const store = new Store({ collections: {}, values });
      return new SimulatedClock({ ...manualClock(), store, elapsed });
    };
    expect(clockAfter(500).now()).toBe(31_000);
    expect(clockAfter(-500).now()).toBe(1_000);
    expect(clockAfter(500, true).now()).toBe(1_000);
  });
});

describe('the delay until the next task', () => {
  it('the delay until the next task depends on the speed, and does not change when the clock is stopped', () => {
    const { wall, pass } = manualClock();
    const clock = new SimulatedClock({ wall, start: 0, speed: 10 });
    expect(clock.dueIn()).toBeUndefined();
    clock.at(5_000, () => {});
    expect(clock.dueIn()).toBe(500);
    pass(200);
    expect(clock.dueIn()).toBe(300);
    clock.stop();
    expect(clock.dueIn()).toBe(300);
  });

  it('the delay until the next task is undefined while the clock is frozen, and 0 when the task is overdue', () => {
    const { wall } = manualClock();
    const clock = new SimulatedClock({ wall, start: 1_000, frozen: true });
    clock.at(500, () => {});
    expect(clock.dueIn()).toBeUndefined();
    clock.stop();
    const running = new SimulatedClock({ wall, start: 1_000 });
    running.at(500, () => {});
    expect(running.dueIn()).toBe(0);
  });
});

describe('a simulated clock', () => {
  it('runs at the configured speed, and does not change while it is frozen', () => {
    const { wall, pass } = manualClock();
    const clock = new SimulatedClock({ wall, start: 0, speed: 60 });
    pass(1000);
    expect(clock.now()).toBe(60_000);
    clock.set({ speed: 1 });
    pass(1000);
    expect(clock.now()).toBe(61_000);
    clock.set({ frozen: true });
    pass(5000);
    expect(clock.now()).toBe(61_000);
  });

  it('runs tasks at their due times, in order', () => {
    const { wall, pass } = manualClock();
    const clock = new SimulatedClock({ wall, start: 0, speed: 10 });
    const seen: [string, number][] = [];
    clock.at(clock.now() + 30_000, () => seen.push(['late', clock.now()]));
    clock.at(clock.now() + 10_000, () => {
      seen.push(['early', clock.now()]);
      clock.at(clock.now() + 5_000, () => seen.push(['follows', clock.now()]));
    });
    clock.at(clock.now() + 10_000, () => seen.push(['early too', clock.now()]));
    pass(2_999);
    expect(seen).toEqual([
      ['early', 10_000],
      ['early too', 10_000],
      ['follows', 15_000],
    ]);
    pass(1);
    expect(seen.at(-1)).toEqual(['late', 30_000]);
  });

  it('runs due tasks and the tasks that they schedule when it is advanced while frozen', async () => {
    const { wall } = manualClock();
    const clock = new SimulatedClock({ wall, start: 0, frozen: true });
    const seen: number[] = [];
    const step = () => {
      seen.push(clock.now());
      clock.at(clock.now() + 10_000, step);
    };
    clock.at(clock.now() + 10_000, step);
    await clock.advance(35_000);
    expect(seen).toEqual([10_000, 20_000, 30_000]);
    expect(clock.now()).toBe(35_000);
  });

  it('waits for the effects of the tasks at each due time before it advances to the next due time', async () => {
    const clock = new SimulatedClock({ ...manualClock(), start: 0, frozen: true });
    const order: string[] = [];
    clock.at(clock.now() + 1_000, () => order.push('first'));
    clock.at(clock.now() + 2_000, () => order.push('second'));
    await clock.advance(3_000, async () => {
      order.push('settled');
    });
    expect(order).toEqual(['first', 'settled', 'second', 'settled']);
  });

  it('runs no canceled task, and no task after the clock is stopped', async () => {
    const { wall, pass, waiting } = manualClock();
    const clock = new SimulatedClock({ wall, start: 0 });
    const seen: string[] = [];
    const cancel = clock.at(clock.now() + 1_000, () => seen.push('no'));
    clock.at(clock.now() + 1_000, () => seen.push('yes'));
    cancel();
    pass(1_000);
    expect(seen).toEqual(['yes']);
    clock.at(clock.now() + 1_000, () => seen.push('never'));
    clock.stop();
    expect(waiting()).toBe(0);
    await clock.advance(10_000);
    expect(seen).toEqual(['yes']);
  });
});
