import type { WallClock } from '../kernel/clock.ts';

/**
 * Runs asynchronous work, so much at a time; the rest waits its turn. A receiver that hangs thus
 * cannot use up the sockets of the process.
 */
export class ConcurrencyLimiter {
  readonly #width: number;
  readonly #wall: WallClock;
  readonly #running = new Set<Promise<void>>();
  #waiting: (() => Promise<void>)[] = [];

  constructor(width: number, wall: WallClock) {
    this.#width = width;
    this.#wall = wall;
  }

  /** @param task starts in this very turn where a lane is free; it never rejects */
  run(task: () => Promise<void>): void {
    if (this.#running.size >= this.#width) {
      this.#waiting.push(task);
      return;
    }
    const flight = task().then(() => {
      this.#running.delete(flight);
      const next = this.#waiting.shift();
      if (next !== undefined) this.run(next);
    });
    this.#running.add(flight);
  }

  /** Drops what has not begun. */
  clear(): void {
    this.#waiting = [];
  }

  /**
   * Resolves once nothing runs any more (`true`), or after `milliseconds` of real time (`false`).
   */
  async settle(milliseconds: number): Promise<boolean> {
    let isLate = false;
    let callOff = (): void => {};
    const patience = new Promise<void>((resolve) => {
      callOff = this.#wall.wake(() => {
        isLate = true;
        resolve();
      }, milliseconds);
    });
    // What ends can begin the next, so look again each time.
    while (this.#running.size > 0 && !isLate)
      await Promise.race([Promise.all(this.#running), patience]);
    callOff();
    return this.#running.size === 0;
  }
}
