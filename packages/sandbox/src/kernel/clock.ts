import { TaskQueue } from './task-queue.ts';

/** What the sandbox needs of real time; tests give their own. */
export interface WallClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `task` after `milliseconds`; returns a function that calls it off. */
  wake(task: () => void, milliseconds: number): () => void;
}

export const realClock: WallClock = {
  now: Date.now,
  wake(task, milliseconds) {
    const timer = setTimeout(task, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface ClockOptions {
  wall?: WallClock;
  /**
   * The sandbox time to begin with, in milliseconds since 1970; the wall clock's unless told
   * otherwise.
   */
  start?: number;
  /** Sandbox seconds in a real second. */
  speed?: number;
  /** Whether time stands still until it is advanced. */
  frozen?: boolean;
}

// A longer wait overflows the timer of Node; the clock just looks again then.
const longestWait = 60_000;

/**
 * The time of one sandbox: real, faster, or stepped by hand. While a planned task runs, `now()` is
 * the very moment for which it was planned, so that two
 * runs with the same steps tell the same times.
 */
export class SandboxClock {
  readonly #wall: WallClock;
  readonly #tasks = new TaskQueue();
  #speed: number;
  #frozen: boolean;
  #base: number;
  #wallBase: number;
  /** What the machine's clock showed when it was last looked at. */
  #wallSeen: number;
  /** The moment that is being played, while tasks run. */
  #moment: number | undefined;
  #sleeping: (() => void) | undefined;
  #stopped = false;

  constructor({ wall = realClock, start, speed = 1, frozen = false }: ClockOptions = {}) {
    this.#wall = wall;
    this.#speed = speed;
    this.#frozen = frozen;
    this.#wallBase = wall.now();
    this.#wallSeen = this.#wallBase;
    this.#base = start ?? this.#wallBase;
  }

  get speed(): number {
    return this.#speed;
  }

  get frozen(): boolean {
    return this.#frozen;
  }

  /** Sandbox time in whole milliseconds since 1970. */
  now(): number {
    return this.#moment ?? Math.floor(this.#flowing());
  }

  /** The sandbox time as the contracts write it: UTC with milliseconds. */
  instant(at = this.now()): string {
    return new Date(at).toISOString();
  }

  /** Plans `run` for `milliseconds` from now; returns a function that calls it off. */
  after(milliseconds: number, run: () => void): () => void {
    return this.at(this.now() + milliseconds, run);
  }

  /** Plans `run` for a moment; one that has passed is played as soon as possible. */
  at(due: number, run: () => void): () => void {
    const callOff = this.#tasks.add(due, run);
    if (this.#moment === undefined) this.#plan();
    return callOff;
  }

  /** ChangeFeed how time goes from now on. */
  set({ speed = this.#speed, frozen = this.#frozen }: { speed?: number; frozen?: boolean }): void {
    this.#base = this.#flowing();
    this.#anchor();
    this.#speed = speed;
    this.#frozen = frozen;
    this.#plan();
  }

  /**
   * Lets time jump ahead and plays all that was planned on the way, each at its own moment.
   *
   * @param settle awaited after each moment, so that what it set off (a webhook on its way) can
   * plan what follows before time goes on
   */
  async advance(
    milliseconds: number,
    settle: () => Promise<unknown> = async () => {},
  ): Promise<void> {
    const target = this.now() + milliseconds;
    for (;;) {
      const due = this.#tasks.due;
      if (due === undefined || due > target || this.#stopped) break;
      this.#jump(Math.max(due, this.now()));
      this.#playUntil(due);
      await settle();
    }
    this.#jump(Math.max(target, this.now()));
    this.#plan();
  }

  /** Plays nothing any more. */
  stop(): void {
    this.#stopped = true;
    this.#tasks.clear();
    this.#sleeping?.();
  }

  #flowing(): number {
    if (this.#frozen) return this.#base;
    const wall = this.#wall.now();
    // Where the machine's clock was put back, time here goes on from where it was; put forward, it
    // follows, as after a night asleep.
    if (wall < this.#wallSeen) {
      this.#base += (this.#wallSeen - this.#wallBase) * this.#speed;
      this.#wallBase = wall;
    }
    this.#wallSeen = wall;
    return this.#base + (wall - this.#wallBase) * this.#speed;
  }

  #jump(to: number): void {
    this.#base = to;
    this.#anchor();
  }

  #anchor(): void {
    this.#wallBase = this.#wall.now();
    this.#wallSeen = this.#wallBase;
  }

  #playUntil(moment: number): void {
    for (let due = this.#tasks.due; due !== undefined && due <= moment; due = this.#tasks.due) {
      this.#moment = due;
      try {
        this.#tasks.take()?.();
      } finally {
        this.#moment = undefined;
      }
    }
  }

  #plan(): void {
    this.#sleeping?.();
    this.#sleeping = undefined;
    const due = this.#tasks.due;
    if (due === undefined || this.#frozen || this.#stopped) return;
    const wait = Math.min(Math.max(0, (due - this.#flowing()) / this.#speed), longestWait);
    this.#sleeping = this.#wall.wake(() => {
      this.#playUntil(this.now());
      this.#plan();
    }, Math.ceil(wait));
  }
}
