import TinyQueue from 'tinyqueue';

interface Task {
  readonly due: number;
  /** Tasks of the same moment run in the order in which they were added. */
  readonly order: number;
  /** `undefined` once the task was cancelled or taken, which frees what it refers to. */
  run: (() => void) | undefined;
}

const byDueTime = (a: Task, b: Task): number => a.due - b.due || a.order - b.order;

/** Tasks ordered by due time. To add, cancel and take one stays cheap with 100,000 of them. */
export class TaskQueue {
  #queue = new TinyQueue<Task>([], byDueTime);
  #nextOrder = 0;
  #cancelled = 0;

  /** Adds a task; returns a function that cancels it. */
  add(due: number, run: () => void): () => void {
    const task: Task = { due, order: this.#nextOrder++, run };
    this.#queue.push(task);
    return () => {
      if (task.run === undefined) return;
      task.run = undefined;
      this.#cancelled += 1;
      if (this.#cancelled * 2 > this.#queue.length) this.#sweep();
    };
  }

  /** When the next task is due. */
  get due(): number | undefined {
    while (this.#queue.length > 0 && this.#queue.peek()?.run === undefined) {
      this.#queue.pop();
      this.#cancelled -= 1;
    }
    return this.#queue.peek()?.due;
  }

  /** Removes the next task and returns it. */
  take(): (() => void) | undefined {
    if (this.due === undefined) return undefined;
    const task = this.#queue.pop();
    const run = task?.run;
    // A later cancellation of this task must not count.
    if (task !== undefined) task.run = undefined;
    return run;
  }

  clear(): void {
    this.#queue = new TinyQueue<Task>([], byDueTime);
    this.#cancelled = 0;
  }

  #sweep(): void {
    const tasks = this.#queue.data.filter(({ run }) => run !== undefined);
    this.#queue = new TinyQueue(tasks, byDueTime);
    this.#cancelled = 0;
  }
}
