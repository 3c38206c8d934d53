import type { Json } from '@delivery-api/specs/contract';
import type { SimulatedClock } from './clock.ts';
import type { Collection } from './collection.ts';
import { KeyIndex } from './collection.ts';
import type { Store } from './store.ts';

/** A task that is due at a simulated time. */
export interface ScheduledTask {
  /** Unique. A new task with the same ID replaces the existing task. */
  readonly id: string;
  /** The task type, such as `lastmile.step`. It selects the handler. */
  readonly type: string;
  /** The ID of the booking, order, store or delivery that the task belongs to. */
  readonly subject: string;
  /**
   * Simulated time, in milliseconds since 1970. A task with a past time runs as soon as possible;
   * on a frozen clock, during the next advance.
   */
  readonly due: number;
  readonly data?: Json;
}

/** Runs a task. The task is removed from the schedule before the call. */
export type TaskHandler = (task: ScheduledTask) => void;

/**
 * The scheduled tasks of a sandbox. The tasks are records in the store, and the clock runs them.
 */
export class Scheduler {
  readonly #clock: SimulatedClock;
  readonly #tasks: Collection<ScheduledTask>;
  readonly #bySubject = new KeyIndex<ScheduledTask>(({ subject }) => subject);
  readonly #handlers = new Map<string, TaskHandler>();
  readonly #cancel = new Map<string, () => void>();

  constructor(clock: SimulatedClock, store: Store) {
    this.#clock = clock;
    this.#tasks = store.collection('tasks', { indexes: [this.#bySubject] });
  }

  /**
   * Sets the handler for a task type. Call it before `resume`, and before you schedule a task of
   * this type.
   *
   * @throws {Error} if the type already has a handler
   */
  handle(type: string, handler: TaskHandler): void {
    if (this.#handlers.has(type)) throw new Error(`The task type '${type}' already has a handler.`);
    this.#handlers.set(type, handler);
  }

  /** Schedules the tasks of an imported or stored state, in the order of their creation. */
  resume(): void {
    for (const task of this.#tasks.values()) this.#plan(task);
  }

  schedule(task: ScheduledTask): void {
    this.cancel(task.id);
    this.#tasks.put(task);
    this.#plan(task);
  }

  get(id: string): ScheduledTask | undefined {
    return this.#tasks.get(id);
  }

  has(id: string): boolean {
    return this.#tasks.has(id);
  }

  cancel(id: string): void {
    this.#cancel.get(id)?.();
    this.#cancel.delete(id);
    this.#tasks.delete(id);
  }

  /** Cancels every task of a subject. */
  cancelAll(subject: string): void {
    for (const id of this.#bySubject.ids(subject)) this.cancel(id);
  }

  /** Runs a task now, before it is due. Does nothing if the task is not scheduled. */
  runNow(id: string): void {
    const task = this.#tasks.get(id);
    if (task === undefined) return;
    this.cancel(id);
    this.#handler(task)(task);
  }

  #plan(task: ScheduledTask): void {
    const handler = this.#handler(task);
    const run = (): void => {
      this.cancel(task.id);
      handler(task);
    };
    this.#cancel.set(task.id, this.#clock.at(task.due, run));
  }

  #handler({ type }: ScheduledTask): TaskHandler {
    const handler = this.#handlers.get(type);
    if (handler === undefined) throw new Error(`The task type '${type}' has no handler.`);
    return handler;
  }
}
