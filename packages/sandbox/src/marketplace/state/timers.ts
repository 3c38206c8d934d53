import type { SandboxClock } from '../../kernel/clock.ts';

/**
 * What is planned for one order or store, by name, so that it can be called off or played before
 * its time.
 */
export class Timers {
  readonly #clock: SandboxClock;
  readonly #planned = new Map<string, { callOff: () => void; run: () => void }>();

  constructor(clock: SandboxClock) {
    this.#clock = clock;
  }

  /** Plans `run`; another plan of the same name is replaced. */
  set(name: string, at: number, run: () => void): void {
    this.clear(name);
    const play = (): void => {
      this.#planned.delete(name);
      run();
    };
    this.#planned.set(name, { callOff: this.#clock.at(at, play), run: play });
  }

  has(name: string): boolean {
    return this.#planned.has(name);
  }

  /** Plays what is planned under a name at once. */
  play(name: string): void {
    const planned = this.#planned.get(name);
    planned?.callOff();
    planned?.run();
  }

  clear(name: string): void {
    this.#planned.get(name)?.callOff();
    this.#planned.delete(name);
  }

  clearAll(): void {
    for (const { callOff } of this.#planned.values()) callOff();
    this.#planned.clear();
  }
}
