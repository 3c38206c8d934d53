/** Something planned for a moment. */
export interface Task {
  readonly due: number;
  /** Tasks of the same moment come in the order in which they were planned. */
  readonly order: number;
  /** `undefined` once it was called off, so that nothing it holds on to stays in memory. */
  run: (() => void) | undefined;
}

/**
 * Tasks by their moment (a binary heap): planning, calling off and taking stay cheap with a hundred
 * thousand of them.
 */
export class TaskQueue {
  #heap: Task[] = [];
  #order = 0;
  #calledOff = 0;

  /** Plans a task; returns a function that calls it off. */
  add(due: number, run: () => void): () => void {
    const task: Task = { due, order: this.#order++, run };
    this.#heap.push(task);
    this.#rise(this.#heap.length - 1);
    return () => {
      if (task.run === undefined) return;
      task.run = undefined;
      this.#calledOff += 1;
      if (this.#calledOff * 2 > this.#heap.length) this.#sweep();
    };
  }

  /** When the next task is due. */
  get due(): number | undefined {
    while (this.#heap[0] !== undefined && this.#heap[0].run === undefined) this.#pop();
    return this.#heap[0]?.due;
  }

  /** Takes the next task out. */
  take(): (() => void) | undefined {
    if (this.due === undefined) return undefined;
    const task = this.#pop();
    const run = task?.run;
    // Calling off what has been played has no effect any more.
    if (task !== undefined) task.run = undefined;
    return run;
  }

  clear(): void {
    this.#heap = [];
    this.#calledOff = 0;
  }

  #pop(): Task | undefined {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (first.run === undefined) this.#calledOff -= 1;
    if (first !== last) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #sweep(): void {
    this.#heap = this.#heap.filter(({ run }) => run !== undefined);
    this.#calledOff = 0;
    for (let place = (this.#heap.length >> 1) - 1; place >= 0; place--) this.#sink(place);
  }

  #rise(from: number): void {
    for (let place = from; place > 0; ) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(place, parent)) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  #sink(from: number): void {
    for (let place = from; ; ) {
      const left = 2 * place + 1;
      let first = place;
      if (this.#isBefore(left, first)) first = left;
      if (this.#isBefore(left + 1, first)) first = left + 1;
      if (first === place) return;
      this.#swap(place, first);
      place = first;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.due < b.due || (a.due === b.due && a.order < b.order);
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return;
    this.#heap[one] = b;
    this.#heap[other] = a;
  }
}
