import { Store, type StoredValue } from './store.ts';
import { TaskQueue } from './task-queue.ts';

/** Access to real time. */
export interface WallClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `task` after `milliseconds`; returns a function that cancels the call. */
  schedule(task: () => void, milliseconds: number): () => void;
}

export const systemClock: WallClock = {
  now: Date.now,
  schedule(task, milliseconds) {
    const timer = setTimeout(task, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface ClockOptions {
  wall?: WallClock;
  /** The store for the clock state. A state in the store replaces `start`, `speed` and `frozen`. */
  store?: Store;
  /** The simulated start time, in milliseconds since 1970. Default: the time of the wall clock. */
  start?: number;
  /** Simulated seconds per real second. Default: 1. */
  speed?: number;
  /** Whether time changes only when it is advanced. Default: false. */
  frozen?: boolean;
  /**
   * Real time since the state in `store` was saved, in milliseconds. A clock that is not frozen
   * advances by this time multiplied by its speed. Default: 0.
   */
  elapsed?: number | undefined;
}

/** The state of a clock in the store. */
interface StoredClock {
  /** Simulated time at which this state was last written, in milliseconds since 1970. */
  time: number;
  speed: number;
  frozen: boolean;
}

/** Maximum duration of one timer, in real milliseconds. Node.js timers overflow after 24 days. */
const maxTimerMs = 60_000;

/**
 * The simulated clock of a sandbox. It runs at any speed, or is frozen and changes only when it is
 * advanced. While a task runs, `now()` returns the due time of the task, so that two sandboxes that
 * receive the same commands produce the same timestamps.
 */
export class SimulatedClock {
  readonly #wall: WallClock;
  readonly #tasks = new TaskQueue();
  readonly #state: StoredValue<StoredClock>;
  /** The wall clock time that corresponds to the stored `time`. */
  #wallBase: number;
  /** The wall clock time that was read last. */
  #wallSeen: number;
  /** The due time of the running task. */
  #taskTime: number | undefined;
  #cancelWake: (() => void) | undefined;
  #isStopped = false;
  /** The earliest due time of the tasks that did not run because the clock was stopped. */
  #dueAtStop: number | undefined;

  constructor({
    wall = systemClock,
    store = new Store(),
    start,
    speed = 1,
    frozen = false,
    elapsed = 0,
  }: ClockOptions = {}) {
    this.#wall = wall;
    this.#wallBase = wall.now();
    this.#wallSeen = this.#wallBase;
    this.#state = store.value('clock', { time: start ?? this.#wallBase, speed, frozen });
    const stored = this.#state.get();
    if (elapsed > 0 && !stored.frozen) this.#setTime(stored.time + elapsed * stored.speed);
  }

  get speed(): number {
    return this.#state.get().speed;
  }

  get frozen(): boolean {
    return this.#state.get().frozen;
  }

  /** Simulated time in whole milliseconds since 1970. */
  now(): number {
    return this.#taskTime ?? Math.floor(this.#current());
  }

  /** Returns a simulated time in contract format: UTC with milliseconds. */
  instant(at = this.now()): string {
    return new Date(at).toISOString();
  }

  /** Real milliseconds until the next task; `undefined` if there is none or the clock is frozen. */
  dueIn(): number | undefined {
    const due = this.#tasks.due ?? this.#dueAtStop;
    if (due === undefined || this.frozen) return undefined;
    return Math.max(0, (due - this.#current()) / this.speed);
  }

  /**
   * Calls `run` at `due`, or as soon as possible if `due` has passed. While the clock is frozen,
   * calls it only during an advance.
   *
   * @param due simulated time, in milliseconds since 1970
   * @returns a function that cancels the call
   */
  at(due: number, run: () => void): () => void {
    const cancel = this.#tasks.add(due, run);
    if (this.#taskTime === undefined) this.#wakeForNext();
    return cancel;
  }

  /** Changes the speed of the clock, or freezes or unfreezes it. */
  set({ speed = this.speed, frozen = this.frozen }: { speed?: number; frozen?: boolean }): void {
    this.#setTime(this.#current(), { speed, frozen });
    this.#wakeForNext();
  }

  /** Writes the current time to the store, for a snapshot. */
  save(): void {
    this.#setTime(this.#current());
  }

  /**
   * Advances the time and runs every task that becomes due, each at its due time.
   *
   * @param milliseconds simulated time
   * @param settle awaited after the tasks of each due time, so that these tasks can schedule others
   * (such as a webhook retry) before the time advances
   */
  async advance(
    milliseconds: number,
    settle: () => Promise<unknown> = async () => {},
  ): Promise<void> {
    const target = this.now() + milliseconds;
    for (;;) {
      const due = this.#tasks.due;
      if (due === undefined || due > target || this.#isStopped) break;
      this.#setTime(Math.max(due, this.now()));
      this.#runTasksUntil(due);
      await settle();
    }
    this.#setTime(Math.max(target, this.now()));
    this.#wakeForNext();
  }

  /** Cancels all tasks and runs no new ones. */
  stop(): void {
    this.#isStopped = true;
    this.#dueAtStop = this.#tasks.due;
    this.#tasks.clear();
    this.#cancelWake?.();
  }

  #current(): number {
    const { time, speed, frozen } = this.#state.get();
    if (frozen) return time;
    const wall = this.#wall.now();
    // If the wall clock was set back, simulated time continues from the last time read. If it was
    // set forward, simulated time also advances, as it does when the machine wakes from sleep.
    if (wall < this.#wallSeen) {
      const reached = time + (this.#wallSeen - this.#wallBase) * speed;
      this.#setTime(reached);
      return reached;
    }
    this.#wallSeen = wall;
    return time + (wall - this.#wallBase) * speed;
  }

  #setTime(time: number, change: Partial<StoredClock> = {}): void {
    this.#state.set({ ...this.#state.get(), ...change, time });
    this.#wallBase = this.#wall.now();
    this.#wallSeen = this.#wallBase;
  }

  #runTasksUntil(moment: number): void {
    for (let due = this.#tasks.due; due !== undefined && due <= moment; due = this.#tasks.due) {
      this.#taskTime = due;
      try {
        this.#tasks.take()?.();
      } finally {
        this.#taskTime = undefined;
      }
    }
  }

  #wakeForNext(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    const dueIn = this.dueIn();
    if (dueIn === undefined || this.#isStopped) return;
    this.#cancelWake = this.#wall.schedule(
      () => {
        this.#runTasksUntil(this.now());
        this.#wakeForNext();
      },
      Math.ceil(Math.min(dueIn, maxTimerMs)),
    );
  }
}
