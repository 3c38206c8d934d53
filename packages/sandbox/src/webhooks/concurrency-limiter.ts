import type { WallClock } from '../kernel/clock.ts';

/**
 * Runs a limited number of asynchronous tasks at a time, so that unresponsive receivers cannot use
 * up the sockets of the process. Below the limit, a task must start within the call of `run`, at
 * the same simulated time. `p-limit` is not used because it starts a task in a later turn of the
 * event loop.
 */
export class ConcurrencyLimiter {
  readonly #limit: number;
  readonly #wall: WallClock;
  readonly #running = new Set<Promise<void>>();
  #waiting: (() => Promise<void>)[] = [];

  constructor(limit: number, wall: WallClock) {
    this.#limit = limit;
    this.#wall = wall;
  }

  /**
   * Starts a task, or queues it while the limit is reached.
   *
   * @param task its promise must not reject
   */
  run(task: () => Promise<void>): void {
    if (this.#running.size >= this.#limit) {
      this.#waiting.push(task);
      return;
    }
    const running = task().then(() => {
      this.#running.delete(running);
      const next = this.#waiting.shift();
      if (next !== undefined) this.run(next);
    });
    this.#running.add(running);
  }

  /** Whether no task is running or waiting. */
  get isIdle(): boolean {
    return this.#running.size === 0 && this.#waiting.length === 0;
  }

  /** Drops the tasks that have not started. */
  clear(): void {
    this.#waiting = [];
  }

  /**
   * Resolves with `true` once no task is running, or with `false` after `milliseconds` of real
   * time.
   */
  async settle(milliseconds: number): Promise<boolean> {
    if (this.#running.size === 0) return true;
    let isLate = false;
    let cancel = (): void => {};
    const timeout = new Promise<void>((resolve) => {
      cancel = this.#wall.schedule(() => {
        isLate = true;
        resolve();
      }, milliseconds);
    });
    // A task that ends can start the next one, so check again each time.
    while (this.#running.size > 0 && !isLate)
      await Promise.race([Promise.all(this.#running), timeout]);
    cancel();
    return this.#running.size === 0;
  }
}
